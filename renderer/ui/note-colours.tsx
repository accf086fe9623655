import { t } from '../../shared/texts/t.ts';
import './note-colours.css';
import { useId } from 'react';
import { NOTE_COLOURS, type NoteColour } from '../../shared/flow/notes.ts';
import { classNames } from './class-names.ts';

const NAMES: Readonly<Record<NoteColour, string>> = {
  yellow: t('Yellow'),
  blue: t('Blue'),
  green: t('Green'),
  pink: t('Pink'),
};

export interface NoteColoursProps {
  readonly value: NoteColour;
  readonly onChange: (colour: NoteColour) => void;
  readonly className?: string;
}

/** The colours of a note to choose from: one stop of Tab, arrow keys choose. */
export function NoteColours({ value, onChange, className }: NoteColoursProps) {
  const name = useId();
  return (
    <fieldset className={classNames('flex items-center gap-1.5', className)}>
      <legend className="sr-only">{t('Colour of the note')}</legend>
      {NOTE_COLOURS.map((colour) => (
        <label key={colour} title={NAMES[colour]} className="note-paper note-swatch" data-colour={colour}>
          <input
            type="radio"
            name={name}
            value={colour}
            aria-label={NAMES[colour]}
            checked={value === colour}
            onChange={() => onChange(colour)}
          />
        </label>
      ))}
    </fieldset>
  );
}

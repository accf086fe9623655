import { writeNumber } from '../../text/list-number.ts';
import { type OfficePackage, prefixed, readXml, type XmlAttributes } from '../office-xml.ts';
import type { ListPlace } from './styles.ts';

/** Gives the list marks of a document's paragraphs, in order. */
export interface ListMarks {
  /** "-", or the number as displayed: "2.", "b)", "1.3". "" for a list without marks; undefined if the list does not exist. */
  next(place: ListPlace): string | undefined;
}

interface Level {
  format: string;
  /** %1 is the number of the outermost level, and so on. */
  text: string;
  start: number;
}

interface Instance {
  definition: string;
  readonly starts: Map<number, number>;
  hasBegun: boolean;
}

interface Written {
  readonly definitions: Map<string, Map<number, Level>>;
  readonly instances: Map<string, Instance>;
}

/** The most levels of a list (ECMA-376, 17.9.6). */
const LEVELS = 9;

/** @throws UserError FILE_CORRUPT */
export async function readNumbering(office: OfficePackage, part: string | undefined): Promise<ListMarks> {
  const written: Written = { definitions: new Map(), instances: new Map() };
  if (part !== undefined && office.archive.names.has(part)) await readDefinitions(office, part, written);
  return createMarks(written);
}

async function readDefinitions(
  office: OfficePackage,
  part: string,
  { definitions, instances }: Written,
): Promise<void> {
  let levels: Map<number, Level> | undefined;
  let level: Level | undefined;
  let instance: Instance | undefined;
  let overridden = 0;
  const onOpen = (element: string, attributes: XmlAttributes): void => {
    const value = prefixed(attributes, 'val') ?? '';
    switch (element) {
      case 'abstractNum':
        levels = new Map();
        definitions.set(prefixed(attributes, 'abstractNumId') ?? '', levels);
        break;
      case 'lvl':
        level = { format: 'decimal', text: '', start: 1 };
        levels?.set(Number(prefixed(attributes, 'ilvl')), level);
        break;
      case 'num':
        instance = { definition: '', starts: new Map(), hasBegun: false };
        instances.set(prefixed(attributes, 'numId') ?? '', instance);
        break;
      case 'lvlOverride':
        overridden = Number(prefixed(attributes, 'ilvl'));
        break;
      case 'startOverride':
        instance?.starts.set(overridden, Number(value));
        break;
      case 'abstractNumId':
        if (instance !== undefined) instance.definition = value;
        break;
      default:
        if (level !== undefined) noteLevel(level, element, value);
    }
  };
  const onClose = (element: string): void => {
    if (element === 'lvl') level = undefined;
    else if (element === 'abstractNum') levels = undefined;
    else if (element === 'num') instance = undefined;
  };
  await readXml(office, part, { onOpen, onClose });
}

function noteLevel(level: Level, element: string, value: string): void {
  if (element === 'numFmt') level.format = value;
  else if (element === 'lvlText') level.text = value;
  else if (element === 'start') level.start = Number(value);
}

function createMarks({ definitions, instances }: Written): ListMarks {
  /** The last number of each level, by definition: lists with the same definition continue the count. */
  const counters = new Map<string, number[]>();
  return {
    next({ numId, level: depth }) {
      const instance = instances.get(numId);
      const levels = definitions.get(instance?.definition ?? '');
      if (instance === undefined || levels === undefined || depth < 0 || depth >= LEVELS) return undefined;
      const counter = counters.get(instance.definition) ?? [];
      counters.set(instance.definition, counter);
      if (!instance.hasBegun && instance.starts.size > 0) counter.length = 0;
      instance.hasBegun = true;
      const startOf = (index: number) => instance.starts.get(index) ?? levels.get(index)?.start ?? 1;
      for (let index = 0; index < depth; index += 1) counter[index] ??= startOf(index);
      const last = counter[depth];
      counter[depth] = last === undefined ? startOf(depth) : last + 1;
      counter.length = depth + 1;
      return writeMark(levels, depth, counter);
    },
  };
}

function writeMark(levels: ReadonlyMap<number, Level>, depth: number, counter: readonly number[]): string {
  const level = levels.get(depth);
  if (level === undefined || level.format === 'bullet') return '-';
  if (level.format === 'none') return '';
  return level.text.replace(/%([1-9])/g, (_, digit) => {
    const index = Number(digit) - 1;
    return writeNumber(counter[index] ?? 1, levels.get(index)?.format ?? 'decimal');
  });
}

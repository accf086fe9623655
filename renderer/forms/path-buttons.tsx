import { FolderOpen, FolderSearch } from 'lucide-react';
import { t } from '../../shared/texts/t.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { showInFolder } from '../ui/show-in-folder.ts';
import { choosePath } from './choose-path.ts';

export interface PathButtonsProps {
  readonly kind: 'folder' | 'file';
  /** The path that is there now. */
  readonly path: string;
  readonly onPath: (path: string) => void;
}

/** In the app: lets the system's dialog write the path of a field, and its file manager show it. In a browser, which has neither: nothing. */
export function PathButtons({ kind, path, onPath }: PathButtonsProps) {
  if (window.tributary === undefined) return null;
  return (
    <>
      <IconButton
        label={kind === 'folder' ? t('Choose a folder') : t('Choose a file')}
        icon={<FolderOpen />}
        onClick={() => void choosePath(kind, path, onPath)}
      />
      {path === '' ? null : (
        <IconButton label={t('Show in folder')} icon={<FolderSearch />} onClick={() => void showInFolder(path)} />
      )}
    </>
  );
}

import { CopyPlus, PencilLine, Trash2 } from 'lucide-react';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { countOf } from '../../../shared/text/format.ts';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Menu, MenuItem } from '../../ui/controls/menu.tsx';
import { NodeIcon } from '../../ui/node-icon.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { glanceAt } from './describe-flow.ts';

/** Icons beyond this many are counted. */
const SHOWN_ICONS = 6;

export interface FlowRowProps {
  readonly chatflow: Chatflow;
  readonly href: string;
  readonly onRename: (name: string) => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

function RenameField({ name, onDone }: { readonly name: string; readonly onDone: (name: string | undefined) => void }) {
  const [draft, setDraft] = useState(name);
  const [isCancelled, setIsCancelled] = useState(false);
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') onDone(draft.trim());
    if (event.key === 'Escape') {
      setIsCancelled(true);
      onDone(undefined);
    }
  }
  return (
    <TextInput
      ref={(input) => input?.focus()}
      aria-label="New name"
      maxLength={255}
      className="max-w-80 font-semibold"
      value={draft}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => (isCancelled ? undefined : onDone(draft.trim()))}
      onKeyDown={onKeyDown}
    />
  );
}

function RowMenu({
  name,
  onRename,
  onDuplicate,
  onDelete,
}: {
  readonly name: string;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}) {
  return (
    <Menu label={`More for ${name}`}>
      <MenuItem icon={<PencilLine aria-hidden="true" />} label="Rename" onSelect={onRename} />
      <MenuItem icon={<CopyPlus aria-hidden="true" />} label="Duplicate" onSelect={onDuplicate} />
      <MenuItem icon={<Trash2 aria-hidden="true" />} label="Delete" onSelect={onDelete} isDanger />
    </Menu>
  );
}

function NodeIcons({ flowData }: { readonly flowData: string }) {
  const { nodeCount, definitions } = useMemo(() => glanceAt(flowData), [flowData]);
  const shown = definitions.slice(0, SHOWN_ICONS);
  return (
    <div className="flex shrink-0 items-center gap-1.5">
      {shown.map((definition, index) => (
        <span key={definition?.name ?? `unknown ${index}`} title={definition?.label ?? 'Not available here'}>
          <NodeIcon definition={definition} size={24} />
        </span>
      ))}
      <span className="tabular w-18 text-right text-secondary text-muted">{countOf(nodeCount, 'node')}</span>
    </div>
  );
}

/** One flow in the list; the whole row opens it. */
export const FlowRow = memo(function FlowRow({ chatflow, href, onRename, onDuplicate, onDelete }: FlowRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  function finishRename(name: string | undefined) {
    setIsRenaming(false);
    if (name !== undefined && name !== '' && name !== chatflow.name) onRename(name);
  }
  return (
    <li className="relative flex min-h-16 items-center gap-4 border-b border-border py-2 pr-3 pl-5 transition-colors duration-80 last:border-b-0 hover:bg-hover">
      <div className="min-w-0 flex-1">
        {isRenaming ? (
          <RenameField name={chatflow.name} onDone={finishRename} />
        ) : (
          <a href={href} className="block truncate font-semibold after:absolute after:inset-0">
            {chatflow.name}
          </a>
        )}
        <p className="text-secondary text-muted">
          Changed <TimeAgo date={chatflow.updatedDate} />
        </p>
      </div>
      <NodeIcons flowData={chatflow.flowData} />
      <RowMenu
        name={chatflow.name}
        onRename={() => setIsRenaming(true)}
        onDuplicate={onDuplicate}
        onDelete={onDelete}
      />
    </li>
  );
});

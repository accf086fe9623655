import { DropdownMenu } from 'radix-ui';
import { Fragment, useRef } from 'react';
import { type CommandId, commandOf } from '../../../shared/commands/command-table.ts';
import { t } from '../../../shared/texts/t.ts';
import { canRun, runCommand } from '../../commands/registry.ts';
import { shownKeys } from '../../keymap.ts';
import { closeCanvasMenu } from '../../stores/canvas-menu.ts';
import { type CanvasMenu as Menu, useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { MenuItem, MenuSeparator } from '../../ui/controls/menu.tsx';
import { keyboard } from '../../ui/platform.ts';
import { COMMAND_ICONS } from './command-icons.tsx';
import { menuGroups } from './menu-layout.ts';

const NAMES: Readonly<Record<Menu['about'], string>> = {
  node: t('Menu of the node'),
  nodes: t('Menu of the selected nodes'),
  edge: t('Menu of the wire'),
  canvas: t('Menu of the canvas'),
};

function CommandLine({ id }: { readonly id: CommandId }) {
  const { label, short } = commandOf(id);
  return (
    <MenuItem
      icon={COMMAND_ICONS[id]}
      label={short ?? label}
      keys={shownKeys(id, keyboard)}
      isDanger={id === 'delete-selection'}
      onSelect={() => runCommand(id)}
    />
  );
}

/** Nodes are HTML, edges are SVG. */
function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus();
}

function OpenMenu({ menu }: { readonly menu: Menu }) {
  const before = useRef(document.activeElement);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => (open ? undefined : closeCanvasMenu())}>
      <DropdownMenu.Trigger
        tabIndex={-1}
        aria-label={NAMES[menu.about]}
        className="pointer-events-none fixed size-px opacity-0"
        style={{ left: menu.at.x, top: menu.at.y }}
      />
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          align="start"
          sideOffset={2}
          collisionPadding={8}
          loop
          onContextMenu={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A command may have moved the focus already, into a field or a list.
            if (document.activeElement === document.body) focusAgain(before.current);
          }}
          className="z-50 min-w-56 rounded-control border border-border bg-raised p-1 shadow-float"
        >
          {menuGroups(menu.about, canRun).map((group, index) => (
            <Fragment key={group[0]}>
              {index === 0 ? null : <MenuSeparator />}
              {group.map((id) => (
                <CommandLine key={id} id={id} />
              ))}
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The menu of a node, an edge or the canvas: opened by the pointer's other button, Shift+F10 or the menu key. */
export function CanvasMenu() {
  const menu = useCanvasViewStore((state) => state.canvasMenu);
  return menu === undefined ? null : <OpenMenu key={`${menu.at.x} ${menu.at.y}`} menu={menu} />;
}

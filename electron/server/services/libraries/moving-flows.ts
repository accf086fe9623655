import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { SettingRepository } from '../../storage/repositories/setting-repository.ts';

const KEY = 'movingFlows';

/** A flow that is being moved, and what it is to become: its secrets are in credentials. */
const MovingFlowSchema = z.object({ chatflowId: z.string(), flowData: z.string() });
export type MovingFlow = z.infer<typeof MovingFlowSchema>;
const MovingFlowsSchema = z.array(MovingFlowSchema);

/** Which flows are being moved. It is kept in the database, so that what a killed server has begun can be removed. */
export function createMovingFlows(settings: SettingRepository) {
  const list = (): MovingFlow[] => MovingFlowsSchema.parse(JSON.parse(settings.get(KEY) ?? '[]'));
  const save = (moving: readonly MovingFlow[]) => settings.set(KEY, JSON.stringify(moving));
  const others = (id: string) => list().filter(({ chatflowId }) => chatflowId !== id);
  return {
    list,
    begin: (moving: MovingFlow): void => save([...others(moving.chatflowId), moving]),
    end: (chatflowId: string): void => save(others(chatflowId)),
    /** @throws UserError STORE_BUSY while the flow is being moved */
    assertIdle(chatflowId: string): void {
      if (!list().some((moving) => moving.chatflowId === chatflowId)) return;
      const message = 'The flow is being moved to another vector store: wait until that is done, or cancel its run.';
      throw new UserError('STORE_BUSY', message);
    },
  };
}

export type MovingFlows = ReturnType<typeof createMovingFlows>;

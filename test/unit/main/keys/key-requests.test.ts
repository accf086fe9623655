import { beforeEach, expect, test, vi } from 'vitest';
import type { KeyKeeper } from '../../../../electron/main/keys/key-keeper.ts';
import { keyRequests } from '../../../../electron/main/keys/key-requests.ts';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { KeyPlace } from '../../../../shared/ipc/key-place.ts';

const keeper = {
  place: 'file' as KeyPlace,
  openSealed: vi.fn(() => 'key'),
  moveToKeyring: vi.fn((handOver: (key: string) => void) => handOver('key')),
  moveToFile: vi.fn(),
};
const server = { isJoined: false, tellKey: vi.fn() };
const keyring = { isAvailable: () => true };

function requests(isInEnvironment = false) {
  const surroundings = { keeper, keyring, server, isInEnvironment } as unknown as Parameters<typeof keyRequests>[0];
  const handlers = keyRequests(surroundings);
  const page = {} as Parameters<(typeof handlers)['move-key']>[0];
  return {
    facts: () => handlers['read-key-facts'](page, undefined),
    move: (to: KeyPlace) => handlers['move-key'](page, to),
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  keeper.openSealed.mockReturnValue('key');
  Object.assign(keeper, { place: 'file' } satisfies Partial<KeyKeeper>);
  server.isJoined = false;
  keyring.isAvailable = () => true;
});

test('the key is moved, and the running server is told', () => {
  const { facts, move } = requests();
  expect(facts()).toEqual({ place: 'file', obstacle: null });
  move('file');
  expect(server.tellKey).not.toHaveBeenCalled();
  move('keyring');
  expect(server.tellKey).toHaveBeenLastCalledWith('key');
  keeper.place = 'keyring';
  move('file');
  expect(keeper.moveToFile).toHaveBeenCalledOnce();
  expect(server.tellKey).toHaveBeenLastCalledWith(null);
});

const OBSTACLES: readonly (readonly [string, KeyPlace, () => void])[] = [
  ['no-keyring', 'file', () => Object.assign(keyring, { isAvailable: () => false })],
  ['joined', 'file', () => Object.assign(server, { isJoined: true })],
  ['joined', 'keyring', () => Object.assign(server, { isJoined: true })],
  [
    'unreadable',
    'keyring',
    () =>
      keeper.openSealed.mockImplementation(() => {
        throw new OperationalError('SECRET_KEY_UNUSABLE', 'Not this keyring.');
      }),
  ],
];

test.each(OBSTACLES)('it stays where it is for the reason %s in %s', (obstacle, place, arrange) => {
  keeper.place = place;
  arrange();
  const { facts, move } = requests();
  expect(facts()).toEqual({ place, obstacle });
  expect(() => move(place === 'file' ? 'keyring' : 'file')).toThrow(/can’t be moved now/);
  expect([keeper.moveToKeyring, keeper.moveToFile].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test('a key of the environment is not moved', () => {
  const { facts, move } = requests(true);
  expect(facts()).toEqual({ place: 'environment', obstacle: null });
  expect(() => move('keyring')).toThrow(/can’t be moved now/);
});

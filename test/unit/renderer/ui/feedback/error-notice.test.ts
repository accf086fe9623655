import { expect, test } from 'vitest';
import { splitMessage } from '../../../../../renderer/ui/feedback/error-notice.tsx';

test.each([
  ['It broke: try again.', 'It broke.', 'Try again.'],
  ['A: b: do c.', 'A: b.', 'Do c.'],
  ['It broke.', 'It broke.', undefined],
  ['It refused: check the model. It says: error: none.', 'It refused.', 'Check the model. It says: error: none.'],
  ['无法读取文件：请重试。', '无法读取文件。', '请重试。'],
])('%j is %j, then %j', (message, whatHappened, whatToDo) =>
  expect(splitMessage(message)).toEqual({ whatHappened, whatToDo }),
);

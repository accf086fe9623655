import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { onnxGraph } from '../../../../build/model/onnx-graph.ts';

describe('the ONNX writer', () => {
  it('writes a model that the runtime loads and that computes what the graph says', async () => {
    const graph = onnxGraph('test');
    const x = graph.input('x', 'float32', ['rows', 4]);
    const sizes = graph.constant('sizes', BigInt64Array.of(1n, 3n), [2]);
    const split = { type: 'Split', inputs: [x, sizes], attributes: { axis: { int: -1 } } };
    const [, right = ''] = graph.nodeWithOutputs(split, 2);
    const flipped = graph.node({ type: 'Transpose', inputs: [right], attributes: { perm: { ints: [1, 0] } } });
    const leaky = graph.node({ type: 'LeakyRelu', inputs: [flipped], attributes: { alpha: { float: 0.5 } } });
    graph.output('y', leaky, [3, 'rows']);
    const session = await InferenceSession.create(graph.finish());
    const { y } = await session.run({ x: new Tensor('float32', Float32Array.of(0, 1, 2, 3, 0, -4, -5, -6), [2, 4]) });
    expect(y?.dims).toEqual([3, 2]);
    expect(Array.from(y?.data as Float32Array)).toEqual([1, -2, 2, -2.5, 3, -3]);
    await session.release();
  });

  it('refuses a constant whose shape does not fit its values', () => {
    expect(() => onnxGraph('test').constant('c', new Float32Array(5), [2, 3])).toThrow('5 values');
  });
});

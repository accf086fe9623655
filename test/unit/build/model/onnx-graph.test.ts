import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { onnxGraph, protobufMessage } from '../../../../build/model/onnx-graph.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The expected bytes are the examples of protobuf.dev/programming-guides/encoding, or worked out by its rules. */
describe('the protobuf writer', () => {
  it.each([
    [0, '0800'],
    [150, '089601'],
    [-2, '08feffffffffffffffff01'],
    [2 ** 40, '08808080808020'],
  ])('writes the integer %i', (value, expected) => {
    expect(hex(protobufMessage().integer(1, value).finish())).toBe(expected);
  });

  it('writes texts as UTF-8 with their length in bytes', () => {
    expect(hex(protobufMessage().text(2, 'testing').finish())).toBe('120774657374696e67');
    expect(hex(protobufMessage().text(2, 'ü').finish())).toBe('1202c3bc');
  });

  it('writes floats in four bytes, the lowest first', () => {
    expect(hex(protobufMessage().float(2, 1).finish())).toBe('150000803f');
  });

  it('writes field numbers over 15 in two bytes', () => {
    expect(hex(protobufMessage().integer(20, 7).finish())).toBe('a00107');
  });

  it('writes messages within messages, and fields in the order they were added', () => {
    const inner = protobufMessage().integer(1, 150);
    expect(hex(protobufMessage().message(3, inner).bytes(4, Uint8Array.of(255)).finish())).toBe(
      '1a03089601' + '2201ff',
    );
  });
});

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

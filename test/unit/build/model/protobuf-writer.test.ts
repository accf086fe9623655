import { describe, expect, it } from 'vitest';
import { protobufMessage } from '../../../../build/model/protobuf-writer.ts';

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

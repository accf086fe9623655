const textEncoder = new TextEncoder();

/** Wire types of the protobuf encoding (protobuf.dev/programming-guides/encoding). */
const WIRE_VARINT = 0;
const WIRE_LENGTH_DELIMITED = 2;
const WIRE_FIXED_32 = 5;

/** Builds one protobuf message; fields appear in the order in which they are added. */
export interface ProtobufMessage {
  /** An int32, int64 or enum field; negative values take ten bytes, as the encoding requires. */
  integer(field: number, value: number): ProtobufMessage;
  float(field: number, value: number): ProtobufMessage;
  text(field: number, value: string): ProtobufMessage;
  /** The bytes are copied only in {@link finish}: do not change them before. */
  bytes(field: number, value: Uint8Array): ProtobufMessage;
  message(field: number, value: ProtobufMessage): ProtobufMessage;
  finish(): Uint8Array;
}

function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Uint8Array.from(bytes);
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** An empty message. */
export function protobufMessage(): ProtobufMessage {
  const parts: Uint8Array[] = [];
  let length = 0;

  const push = (...added: readonly Uint8Array[]): ProtobufMessage => {
    for (const part of added) {
      parts.push(part);
      length += part.length;
    }
    return message;
  };
  const tag = (field: number, wireType: number): Uint8Array => encodeVarint(BigInt(field * 8 + wireType));
  const delimited = (field: number, value: Uint8Array): ProtobufMessage =>
    push(tag(field, WIRE_LENGTH_DELIMITED), encodeVarint(BigInt(value.length)), value);

  const message: ProtobufMessage = {
    integer: (field, value) => push(tag(field, WIRE_VARINT), encodeVarint(BigInt(value))),
    float: (field, value) => {
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setFloat32(0, value, true);
      return push(tag(field, WIRE_FIXED_32), bytes);
    },
    text: (field, value) => delimited(field, textEncoder.encode(value)),
    bytes: delimited,
    message: (field, value) => delimited(field, value.finish()),
    finish: () => concat(parts, length),
  };
  return message;
}

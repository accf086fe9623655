import { BugError } from '../../shared/errors/errors.ts';

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

/** TensorProto.DataType of the ONNX format (github.com/onnx/onnx, onnx.proto3). */
export const TENSOR_TYPE = { float32: 1, int8: 3, int32: 6, int64: 7 } as const;

export type TensorType = keyof typeof TENSOR_TYPE;

/** The values of a constant; the array determines its type. */
export type TensorData = Float32Array | Int8Array | Int32Array | BigInt64Array;

/** An attribute with its type: 1 as a float and 1 as an int are different in ONNX. */
export type Attribute = { readonly int: number } | { readonly float: number } | { readonly ints: readonly number[] };

/** Names the output of a node, an input of the graph or a constant. */
export type ValueName = string;

export interface OnnxNode {
  readonly type: string;
  /** "" leaves an optional input out. */
  readonly inputs: readonly ValueName[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** '' is ONNX itself; 'com.microsoft' has ONNX Runtime's own operators. */
  readonly domain?: '' | 'com.microsoft';
}

/** A size, or the name of a size that is known when the model runs. */
export type Dimension = number | string;

/** Builds a model node by node, and writes it in the ONNX format. */
export interface OnnxGraph {
  input(name: string, type: TensorType, dimensions: readonly Dimension[]): ValueName;
  constant(name: string, data: TensorData, dimensions: readonly number[]): ValueName;
  /** Adds a node with one output. */
  node(node: OnnxNode): ValueName;
  /** Adds a node with several outputs. */
  nodeWithOutputs(node: OnnxNode, count: number): readonly ValueName[];
  output(name: string, value: ValueName, dimensions: readonly Dimension[]): void;
  finish(): Uint8Array;
}

/** The first operator set with LayerNormalization, and the matching file format. */
const OPSET_VERSION = 17;
const IR_VERSION = 8;

// AttributeProto.AttributeType
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

function tensorTypeOf(data: TensorData): number {
  if (data instanceof Float32Array) return TENSOR_TYPE.float32;
  if (data instanceof Int8Array) return TENSOR_TYPE.int8;
  if (data instanceof Int32Array) return TENSOR_TYPE.int32;
  return TENSOR_TYPE.int64;
}

function tensorMessage(name: string, data: TensorData, dimensions: readonly number[]): ProtobufMessage {
  const size = dimensions.reduce((product, dimension) => product * dimension, 1);
  if (size !== data.length)
    throw new BugError(`Constant ${name} has ${data.length} values, but its shape holds ${size}`);
  const tensor = protobufMessage();
  for (const dimension of dimensions) tensor.integer(1, dimension);
  tensor.integer(2, tensorTypeOf(data)).text(8, name);
  return tensor.bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

function attributeMessage(name: string, attribute: Attribute): ProtobufMessage {
  const message = protobufMessage().text(1, name);
  if ('int' in attribute) return message.integer(3, attribute.int).integer(20, ATTRIBUTE_INT);
  if ('float' in attribute) return message.float(2, attribute.float).integer(20, ATTRIBUTE_FLOAT);
  for (const value of attribute.ints) message.integer(8, value);
  return message.integer(20, ATTRIBUTE_INTS);
}

function nodeMessage(node: OnnxNode, name: string, outputs: readonly ValueName[]): ProtobufMessage {
  const message = protobufMessage();
  for (const input of node.inputs) message.text(1, input);
  for (const output of outputs) message.text(2, output);
  message.text(3, name).text(4, node.type);
  for (const [key, attribute] of Object.entries(node.attributes ?? {})) {
    message.message(5, attributeMessage(key, attribute));
  }
  return message.text(7, node.domain ?? '');
}

function valueInfoMessage(name: string, type: TensorType, dimensions: readonly Dimension[]): ProtobufMessage {
  const shape = protobufMessage();
  for (const size of dimensions) {
    shape.message(1, typeof size === 'number' ? protobufMessage().integer(1, size) : protobufMessage().text(2, size));
  }
  const tensorType = protobufMessage().integer(1, TENSOR_TYPE[type]).message(2, shape);
  return protobufMessage().text(1, name).message(2, protobufMessage().message(1, tensorType));
}

/** An empty graph. Field numbers are those of onnx.proto3. */
export function onnxGraph(name: string): OnnxGraph {
  const nodes: ProtobufMessage[] = [];
  const constants: ProtobufMessage[] = [];
  const inputs: ProtobufMessage[] = [];
  const outputs: ProtobufMessage[] = [];

  const addNode = (node: OnnxNode, outputNames: readonly ValueName[]): void => {
    nodes.push(nodeMessage(node, `${node.type}_${nodes.length}`, outputNames));
  };
  const nodeWithOutputs = (node: OnnxNode, count: number): readonly ValueName[] => {
    const names = Array.from({ length: count }, (_, index) => `value_${nodes.length}_${index}`);
    addNode(node, names);
    return names;
  };

  return {
    input(inputName, type, dimensions) {
      inputs.push(valueInfoMessage(inputName, type, dimensions));
      return inputName;
    },
    constant(constantName, data, dimensions) {
      constants.push(tensorMessage(constantName, data, dimensions));
      return constantName;
    },
    node(node) {
      const output = `value_${nodes.length}_0`;
      addNode(node, [output]);
      return output;
    },
    nodeWithOutputs,
    output(outputName, value, dimensions) {
      addNode({ type: 'Identity', inputs: [value] }, [outputName]);
      outputs.push(valueInfoMessage(outputName, 'float32', dimensions));
    },
    finish() {
      const graph = protobufMessage();
      for (const node of nodes) graph.message(1, node);
      graph.text(2, name);
      for (const constant of constants) graph.message(5, constant);
      for (const input of inputs) graph.message(11, input);
      for (const output of outputs) graph.message(12, output);
      const opset = protobufMessage().text(1, '').integer(2, OPSET_VERSION);
      const runtimeOpset = protobufMessage().text(1, 'com.microsoft').integer(2, 1);
      const model = protobufMessage().integer(1, IR_VERSION).text(2, 'tributary');
      return model.message(7, graph).message(8, opset).message(8, runtimeOpset).finish();
    },
  };
}

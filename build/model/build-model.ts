import { BugError } from '../../shared/errors/errors.ts';
import { type Attribute, type OnnxGraph, onnxGraph, type ValueName } from './onnx-graph.ts';
import type { Weights } from './read-weights.ts';

/** A matrix of 8-bit integers with scales: value = integer * scale. */
export interface QuantisedMatrix {
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

export interface MatrixShape {
  readonly rows: number;
  readonly columns: number;
}

/** Avoids a division by zero for a row or column of zeros. */
const SMALLEST_SCALE = 1e-9;

interface ScaleLayout {
  readonly count: number;
  /** The index of the scale of a cell. */
  indexOf(row: number, column: number): number;
}

function quantise(
  matrix: Float32Array,
  { rows, columns }: MatrixShape,
  largest: number,
  layout: ScaleLayout,
): QuantisedMatrix {
  const scales = new Float32Array(layout.count);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const index = layout.indexOf(row, column);
      scales[index] = Math.max(scales[index] ?? 0, Math.abs(matrix[row * columns + column] ?? 0));
    }
  }
  for (let index = 0; index < layout.count; index++) {
    scales[index] = Math.max((scales[index] ?? 0) / largest, SMALLEST_SCALE);
  }
  const values = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      values[at] = Math.round((matrix[at] ?? 0) / (scales[layout.indexOf(row, column)] ?? 1));
    }
  }
  return { values, scales };
}

/** Quantises a row-major matrix to at most ±`largest`, with one scale per row: for tables that are looked up by row. */
export function quantiseRows(matrix: Float32Array, shape: MatrixShape, largest: number): QuantisedMatrix {
  return quantise(matrix, shape, largest, { count: shape.rows, indexOf: (row) => row });
}

/** Quantises a row-major matrix to at most ±`largest`, with one scale per column: for products x * W. */
export function quantiseColumns(matrix: Float32Array, shape: MatrixShape, largest: number): QuantisedMatrix {
  return quantise(matrix, shape, largest, { count: shape.columns, indexOf: (_row, column) => column });
}

/** `fp32` computes the same as the original; `int8` is the one in the product: 8 MB instead of 28, and three times as fast. */
export type UseLiteVariant = 'fp32' | 'int8';

/** The number of positions of the model (the timing signal that it was trained with). */
const MAX_TOKENS = 128;

// Sizes of the model, taken from its weights.
const VOCABULARY_ROWS = 8002;
const EMBEDDING_WIDTH = 256;
const HIDDEN_WIDTH = 512;
const FEED_FORWARD_WIDTH = 1536;
const HEADS = 4;
const LAYER_NORM_EPSILON = 1e-6;

/** 8-bit integers use the full range where they are only looked up. */
const LARGEST_INT8 = 127;
/**
 * In products, weights are limited to 7 bits: processors without VNNI add two products of 8-bit numbers in 16 bits, which would overflow, and vectors
 * would differ between machines (onnxruntime.ai/docs/performance/model-optimizations/quantization.html).
 */
const LARGEST_PRODUCT_WEIGHT = 63;

const APPLIED = 'module_apply_default/Encoder_en/KonaTransformer/Encode';
const STORED = 'module/Encoder_en/KonaTransformer/Encode';

interface Builder {
  readonly graph: OnnxGraph;
  readonly variant: UseLiteVariant;
  weight(name: string): Float32Array;
}

function float(value: number): Attribute {
  return { float: value };
}

function int(value: number): Attribute {
  return { int: value };
}

function int64(values: readonly number[]): BigInt64Array {
  return BigInt64Array.from(values, BigInt);
}

/** Token embeddings, doubled as in the original model, plus a sine and cosine signal of the position. */
function embedTokens({ graph, variant, weight }: Builder, ids: ValueName): ValueName {
  const doubled = weight('module/Embeddings_en').map((value) => 2 * value);
  const shape = { rows: VOCABULARY_ROWS, columns: EMBEDDING_WIDTH };
  const lookUp = (table: ValueName): ValueName =>
    graph.node({ type: 'Gather', inputs: [table, ids], attributes: { axis: int(0) } });
  let tokens: ValueName;
  if (variant === 'int8') {
    const { values, scales } = quantiseRows(doubled, shape, LARGEST_INT8);
    const rows = lookUp(graph.constant('token_table', values, [shape.rows, shape.columns]));
    const rowScales = lookUp(graph.constant('token_scales', scales, [shape.rows, 1]));
    const floats = graph.node({ type: 'Cast', inputs: [rows], attributes: { to: int(1) } });
    tokens = graph.node({ type: 'Mul', inputs: [floats, rowScales] });
  } else {
    tokens = lookUp(graph.constant('token_table', doubled, [shape.rows, shape.columns]));
  }
  const timing = graph.constant('timing', timingSignal(weight), [MAX_TOKENS, EMBEDDING_WIDTH]);
  const zero = graph.constant('zero', int64([0]), [1]);
  const tokenCount = graph.node({ type: 'Shape', inputs: [ids] });
  const positions = graph.node({ type: 'Slice', inputs: [timing, zero, tokenCount, zero] });
  return graph.node({ type: 'Add', inputs: [tokens, positions] });
}

function timingSignal(weight: Builder['weight']): Float32Array {
  const half = EMBEDDING_WIDTH / 2;
  const frequencies = weight(`${APPLIED}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`);
  const signal = new Float32Array(MAX_TOKENS * EMBEDDING_WIDTH);
  for (let position = 0; position < MAX_TOKENS; position++) {
    for (let i = 0; i < half; i++) {
      // The original multiplies in float32.
      const angle = Math.fround(position * (frequencies[i] ?? 0));
      signal[position * EMBEDDING_WIDTH + i] = Math.sin(angle);
      signal[position * EMBEDDING_WIDTH + half + i] = Math.cos(angle);
    }
  }
  return signal;
}

interface DenseLayer {
  /** Prefix of the constants' names, unique in the graph. */
  readonly name: string;
  readonly kernel: string;
  readonly bias: string;
  readonly shape: MatrixShape;
}

/** x * W + b */
function dense({ graph, variant, weight }: Builder, x: ValueName, layer: DenseLayer): ValueName {
  const { name, shape } = layer;
  const kernel = weight(layer.kernel);
  const bias = graph.constant(`${name}_bias`, weight(layer.bias), [shape.columns]);
  if (variant === 'int8') {
    const { values, scales } = quantiseColumns(kernel, shape, LARGEST_PRODUCT_WEIGHT);
    const w = graph.constant(`${name}_kernel`, values, [shape.rows, shape.columns]);
    const wScales = graph.constant(`${name}_scales`, scales, [shape.columns]);
    const inputs = [x, w, wScales, '', bias];
    return graph.node({ type: 'DynamicQuantizeMatMul', inputs, domain: 'com.microsoft' });
  }
  const w = graph.constant(`${name}_kernel`, kernel, [shape.rows, shape.columns]);
  return graph.node({ type: 'Add', inputs: [graph.node({ type: 'MatMul', inputs: [x, w] }), bias] });
}

function layerNorm({ graph, weight }: Builder, x: ValueName, path: string, width: number): ValueName {
  const scaleName = `${path}/layer_prepostprocess/layer_norm/layer_norm_scale/ConcatPartitions/concat`;
  const biasName = `${path}/layer_prepostprocess/layer_norm/layer_norm_bias/ConcatPartitions/concat`;
  const scale = graph.constant(scaleName, weight(scaleName), [width]);
  const bias = graph.constant(biasName, weight(biasName), [width]);
  const attributes = { axis: int(-1), epsilon: float(LAYER_NORM_EPSILON) };
  return graph.node({ type: 'LayerNormalization', inputs: [x, scale, bias], attributes });
}

/** Multi-head attention over one text; there is no padding, so no mask is needed. */
function attention(builder: Builder, x: ValueName, layer: number, width: number): ValueName {
  const { graph } = builder;
  const headWidth = width / HEADS;
  const name = `layer${layer}_attention`;
  const path = `Layer_${layer}/TransformerLayer/MultiheadAttention`;
  const projection = (kind: 'qkv' | 'output', columns: number): DenseLayer => ({
    name: `${name}_${kind}`,
    kernel: `${STORED}/${path}/${kind}_transform_single/kernel/part_0`,
    bias: `${APPLIED}/${path}/${kind}_transform_single/bias/ConcatPartitions/concat`,
    shape: { rows: width, columns },
  });
  const projected = dense(builder, x, projection('qkv', 3 * width));
  const sizes = graph.constant(`${name}_sizes`, int64([width, width, width]), [3]);
  const split = graph.nodeWithOutputs({ type: 'Split', inputs: [projected, sizes], attributes: { axis: int(1) } }, 3);
  const [query = '', key = '', value = ''] = split;

  const headShape = graph.constant(`${name}_heads`, int64([0, HEADS, headWidth]), [3]);
  const toHeads = (tensor: ValueName, order: readonly number[]): ValueName => {
    const reshaped = graph.node({ type: 'Reshape', inputs: [tensor, headShape] });
    return graph.node({ type: 'Transpose', inputs: [reshaped], attributes: { perm: { ints: order } } });
  };
  const scale = graph.constant(`${name}_scale`, Float32Array.of(1 / Math.sqrt(headWidth)), [1]);
  const scaledQuery = graph.node({ type: 'Mul', inputs: [toHeads(query, [1, 0, 2]), scale] });
  const scores = graph.node({ type: 'MatMul', inputs: [scaledQuery, toHeads(key, [1, 2, 0])] });
  const weights = graph.node({ type: 'Softmax', inputs: [scores], attributes: { axis: int(-1) } });
  const mixed = graph.node({ type: 'MatMul', inputs: [weights, toHeads(value, [1, 0, 2])] });
  const byToken = graph.node({ type: 'Transpose', inputs: [mixed], attributes: { perm: { ints: [1, 0, 2] } } });
  const flatShape = graph.constant(`${name}_flat`, int64([0, width]), [2]);
  const joined = graph.node({ type: 'Reshape', inputs: [byToken, flatShape] });
  return dense(builder, joined, projection('output', HIDDEN_WIDTH));
}

function feedForward(builder: Builder, x: ValueName, layer: number): ValueName {
  const { graph } = builder;
  const path = `Layer_${layer}/TransformerLayer/FFN`;
  const convolution = (number: 1 | 2, shape: MatrixShape): DenseLayer => ({
    name: `layer${layer}_feed_forward${number}`,
    kernel: `${APPLIED}/TransformerStack/${path}/conv${number}/Tensordot/Reshape_1`,
    bias: `${APPLIED}/${path}/conv${number}/bias/ConcatPartitions/concat`,
    shape,
  });
  const normed = layerNorm(builder, x, `${APPLIED}/${path}`, HIDDEN_WIDTH);
  const wide = dense(builder, normed, convolution(1, { rows: HIDDEN_WIDTH, columns: FEED_FORWARD_WIDTH }));
  const active = graph.node({ type: 'Relu', inputs: [wide] });
  const narrow = dense(builder, active, convolution(2, { rows: FEED_FORWARD_WIDTH, columns: HIDDEN_WIDTH }));
  return graph.node({ type: 'Add', inputs: [narrow, x] });
}

function transformerLayer(builder: Builder, x: ValueName, layer: number, width: number): ValueName {
  const { graph } = builder;
  const path = `${APPLIED}/Layer_${layer}/TransformerLayer`;
  const attended = attention(builder, layerNorm(builder, x, path, width), layer, width);
  // Only the first layer widens its input, so only its residual connection needs a projection.
  const residual =
    width === HIDDEN_WIDTH
      ? x
      : dense(builder, x, {
          name: `layer${layer}_residual`,
          kernel: `${path}/dense/kernel/ConcatPartitions/concat`,
          bias: `${path}/dense/bias/ConcatPartitions/concat`,
          shape: { rows: width, columns: HIDDEN_WIDTH },
        });
  return feedForward(builder, graph.node({ type: 'Add', inputs: [attended, residual] }), layer);
}

/** Mean over the tokens, a tanh layer (always float32: it is small and the last), and normalisation to length 1. */
function sentenceVector({ graph, weight }: Builder, x: ValueName): ValueName {
  const mean = graph.node({ type: 'ReduceMean', inputs: [x], attributes: { axes: { ints: [0] }, keepdims: int(1) } });
  const path = 'module/Encoder_en/hidden_layers/tanh_layer_0';
  const kernel = graph.constant('sentence_kernel', weight(`${path}/weights`), [HIDDEN_WIDTH, HIDDEN_WIDTH]);
  const bias = graph.constant('sentence_bias', weight(`${path}/bias`), [HIDDEN_WIDTH]);
  const product = graph.node({ type: 'MatMul', inputs: [mean, kernel] });
  const active = graph.node({ type: 'Tanh', inputs: [graph.node({ type: 'Add', inputs: [product, bias] })] });
  return graph.node({ type: 'LpNormalization', inputs: [active], attributes: { axis: int(-1), p: int(2) } });
}

/**
 * Writes Universal Sentence Encoder lite as an ONNX model: input `ids` (int32, 1 to {@link MAX_TOKENS} token ids of one
 * text), output `embedding` (float32, [1, 512], of length 1).
 */
export function buildUseLiteModel(weights: Weights, variant: UseLiteVariant): Uint8Array {
  const graph = onnxGraph('universal_sentence_encoder_lite');
  const weight = (name: string): Float32Array => {
    const values = weights.get(name);
    if (values === undefined) throw new BugError(`The built-in model has no weight ${name}`);
    return values;
  };
  const builder: Builder = { graph, variant, weight };
  const ids = graph.input('ids', 'int32', ['tokens']);
  const embedded = embedTokens(builder, ids);
  const first = transformerLayer(builder, embedded, 0, EMBEDDING_WIDTH);
  const second = transformerLayer(builder, first, 1, HIDDEN_WIDTH);
  graph.output('embedding', sentenceVector(builder, second), [1, HIDDEN_WIDTH]);
  return graph.finish();
}

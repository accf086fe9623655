import { BugError } from '../../../../../shared/errors/errors.ts';

/** What is used of it: the server is compiled without the types of browsers, where it is declared. */
interface WebAssemblyApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
  validate(bytes: Uint8Array): boolean;
}

/** Memory of WebAssembly. Growing it replaces the buffer, and costs no copy. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** By pages of 64 KB. */
  grow(pages: number): number;
}

function isWebAssembly(value: unknown): value is WebAssemblyApi {
  return typeof value === 'object' && value !== null && 'Memory' in value && 'Instance' in value;
}

function webAssembly(): WebAssemblyApi {
  const api: unknown = Reflect.get(globalThis, 'WebAssembly');
  if (!isWebAssembly(api)) throw new BugError('This Node has no WebAssembly');
  return api;
}

/** A memory of one page. */
export function createWasmMemory(): WasmMemory {
  return new (webAssembly().Memory)({ initial: 1 });
}

/** Rows are padded to so many numbers: what the kernel takes at a time. */
export const LANES = 32;

/**
 * Inner products of a row of int16 with rows of int8, as WebAssembly SIMD: 100,000 x 384 in about 2 ms, plain JavaScript takes twenty times as long. By hand, since
 * a compiler for forty instructions would be one more thing to keep. Sums are of 32 bits: the caller scales the query so that they fit.
 */
const MODULE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic, version 1
  ...[0x01, 0x09, 0x01, 0x60, 0x05, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x00], // type: (i32 i32 i32 i32 i32) -> ()
  ...[0x02, 0x08, 0x01, 0x01, 0x65, 0x01, 0x6d, 0x02, 0x00, 0x00], // import memory as "e" "m"
  ...[0x03, 0x02, 0x01, 0x00], // one function
  ...[0x07, 0x08, 0x01, 0x04, 0x64, 0x6f, 0x74, 0x73, 0x00, 0x00], // export it as "dots"
  ...[0x0a, 0xd7, 0x01, 0x01, 0xd4, 0x01], // code: 215 bytes, of which the body has 212
  // 0 rows, 1 count, 2 stride, 3 query, 4 out; locals: 5 end, 6 q: i32; 7 low, 8 high: v128
  ...[0x02, 0x02, 0x7f, 0x02, 0x7b],
  ...[0x02, 0x40], // block $done
  ...[0x03, 0x40], // loop $row
  ...[0x20, 0x01, 0x45, 0x0d, 0x01], // count = 0: br $done
  ...[0xfd, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x22, 0x07, 0x21, 0x08], // low = high = 0
  ...[0x20, 0x00, 0x20, 0x02, 0x6a, 0x21, 0x05], // end = rows + stride
  ...[0x20, 0x03, 0x21, 0x06], // q = query
  ...[0x03, 0x40], // loop $numbers
  ...[0x20, 0x07, 0x20, 0x00, 0xfd, 0x01, 0x00, 0x00], // low, v128.load8x8_s rows,
  ...[0x20, 0x06, 0xfd, 0x00, 0x00, 0x00, 0xfd, 0xba, 0x01], // i32x4.dot_i16x8_s with v128.load q
  ...[0xfd, 0xae, 0x01, 0x21, 0x07], // low = i32x4.add
  ...[0x20, 0x08, 0x20, 0x00, 0xfd, 0x01, 0x00, 0x08], // the next eight to high
  ...[0x20, 0x06, 0xfd, 0x00, 0x00, 0x10, 0xfd, 0xba, 0x01],
  ...[0xfd, 0xae, 0x01, 0x21, 0x08],
  ...[0x20, 0x07, 0x20, 0x00, 0xfd, 0x01, 0x00, 0x10], // and so on: twice a turn, as the turns cost a fifth
  ...[0x20, 0x06, 0xfd, 0x00, 0x00, 0x20, 0xfd, 0xba, 0x01],
  ...[0xfd, 0xae, 0x01, 0x21, 0x07],
  ...[0x20, 0x08, 0x20, 0x00, 0xfd, 0x01, 0x00, 0x18],
  ...[0x20, 0x06, 0xfd, 0x00, 0x00, 0x30, 0xfd, 0xba, 0x01],
  ...[0xfd, 0xae, 0x01, 0x21, 0x08],
  ...[0x20, 0x06, 0x41, 0xc0, 0x00, 0x6a, 0x21, 0x06], // q += 64
  ...[0x20, 0x00, 0x41, 0x20, 0x6a, 0x22, 0x00], // rows += 32
  ...[0x20, 0x05, 0x49, 0x0d, 0x00], // rows < end: br $numbers
  0x0b,
  ...[0x20, 0x04], // out,
  ...[0x20, 0x07, 0x20, 0x08, 0xfd, 0xae, 0x01, 0x22, 0x07], // low = low + high
  ...[0xfd, 0x1b, 0x00, 0x20, 0x07, 0xfd, 0x1b, 0x01, 0x6a], // the four sums together
  ...[0x20, 0x07, 0xfd, 0x1b, 0x02, 0x6a, 0x20, 0x07, 0xfd, 0x1b, 0x03, 0x6a],
  ...[0x36, 0x02, 0x00], // i32.store
  ...[0x20, 0x04, 0x41, 0x04, 0x6a, 0x21, 0x04], // out += 4
  ...[0x20, 0x01, 0x41, 0x01, 0x6b, 0x21, 0x01], // count -= 1
  ...[0x0c, 0x00], // br $row
  ...[0x0b, 0x0b, 0x0b],
);

/**
 * Writes `count` inner products as int32 at `out`: of the int16 numbers at `query` with each row of int8 from `rows` on. All are addresses in the memory; a
 * row has `stride` numbers, a multiple of LANES.
 */
export type DotKernel = (rows: number, count: number, stride: number, query: number, out: number) => void;

/** The kernel for a processor without SIMD (x64 before 2008), and what the other one is compared with in tests. */
export function plainDotKernel(memory: WasmMemory): DotKernel {
  return (rows, count, stride, query, out) => {
    const numbers = new Int8Array(memory.buffer, rows, count * stride);
    const asked = new Int16Array(memory.buffer, query, stride);
    const sums = new Int32Array(memory.buffer, out, count);
    for (let row = 0; row < count; row += 1) {
      let sum = 0;
      for (let i = 0; i < stride; i += 1) sum += (asked[i] ?? 0) * (numbers[row * stride + i] ?? 0);
      sums[row] = sum;
    }
  };
}

/** The fastest kernel that the processor has, over this memory. */
export function createDotKernel(memory: WasmMemory): DotKernel {
  const { Instance, Module, validate } = webAssembly();
  if (!validate(MODULE)) return plainDotKernel(memory);
  const { dots } = new Instance(new Module(MODULE), { e: { m: memory } }).exports;
  if (typeof dots !== 'function') throw new BugError('The module of the dot kernel has no function');
  return (...addresses) => void dots(...addresses);
}

/** The build of pdf.js with its decoders of pictures, without types of its own: the same version as unpdf's (a test compares them). */
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'unpdf/pdfjs';
}

/** Sets a global name. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';

import { version } from 'unpdf/pdfjs';

// In a worker, pdf.js begins to listen as soon as it is loaded. Its package says that loading does nothing: what is not used is left out of the build.
self.name = `pdf.js ${version}`;

/** Where the server has the CMaps that PDFs name: `<path>90ms-RKSJ-H.bcmap`. */
export const CMAP_PATH = '/pdf/cmaps/';

/** The file of a language as it is served. */
export interface LanguageFile {
  readonly sizeBytes: number;
  /** Of the compressed file, in hexadecimal digits. */
  readonly sha256: string;
}

/** The version of the packages `@tesseract.js-data/…`, which hold Tesseract's trained data (tessdata 4.0.0, "best" with integers). */
export const LANGUAGE_VERSION = '1.0.0';
export const LANGUAGE_FOLDER = '4.0.0_best_int';

/** Languages whose data is fetched, measured in their packages. Data of any other can be put into the folder by hand. */
export const LANGUAGE_FILES: Readonly<Record<string, LanguageFile>> = {
  eng: { sizeBytes: 2_952_873, sha256: '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91' },
  deu: { sizeBytes: 1_333_102, sha256: '306c4280d0cbed46fbff727486bd43b92730181bae80f56941a091f363bdf28b' },
  fra: { sizeBytes: 707_406, sha256: 'd611139672b3752c7097e671e4a1d9209dfd37f2aeb081ef6487fba3351e9255' },
  spa: { sizeBytes: 2_100_190, sha256: '40be52f97b5d4eb7460073dc1f94cd546b27150333c0bf854ed7e7132db6bceb' },
  ita: { sizeBytes: 1_660_998, sha256: 'f702fcfad297ce028ede3626d1467b67939f23ff23595f9badd54681cf25a4d3' },
  por: { sizeBytes: 1_392_239, sha256: 'dacebc1386ddaaf8389f81094236cca0d690897cde693d48cbdaa881c86e2b4c' },
  nld: { sizeBytes: 3_005_696, sha256: 'a2d904b6ddc4feb0d31ecfcd7361a554102e7aa2e278c54f4fc029e0d0815571' },
  pol: { sizeBytes: 2_642_356, sha256: 'a20fdec4ff99d8f8e84c708da3e42a4e935c26863055a0ed88aef5c66a59b91b' },
  chi_sim: { sizeBytes: 1_718_768, sha256: 'b8a23f10c7de500891eb458a8adc9cc58ab7f242f08b7d149f5e9aea4ad5db7c' },
  jpn: { sizeBytes: 2_030_256, sha256: '2b63ebfbf1484de4a08ce53b29ef98a1c17658a93cbd38acb665d7d316d0be88' },
};

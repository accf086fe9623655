/** Goes up when the converter writes another model: the file's name and the model's id carry it. */
export const USE_LITE_VERSION = 1;

/** Names the variant that ships. */
export const USE_LITE_MODEL_ID = `use-lite/int8@${USE_LITE_VERSION}`;

export const USE_LITE_DIMENSIONS = 512;

/** Names the model and its bytes, of which build/model has the hash: the next one is another id. */
export const USE_LITE_MODEL_ID = 'use-lite/int8@1';

export const USE_LITE_DIMENSIONS = 512;

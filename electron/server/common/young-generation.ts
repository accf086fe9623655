/**
 * Most memory for the new objects of a thread that works on batches, MB; V8 divides it by three for a semi-space, of which there are two. What is new lives for
 * a batch only; V8's own choice holds some 100 MB of it before it is swept.
 */
export const YOUNG_GENERATION_MB = 24;

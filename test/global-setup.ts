import { writeBuiltInModel } from '../build/model/write-model.ts';

/** Before any test: the server runs from its sources here, and needs the model of a build. */
export async function setup(): Promise<void> {
  await writeBuiltInModel();
}

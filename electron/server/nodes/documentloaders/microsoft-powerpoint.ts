import { microsoftPowerpoint as definition } from '../../../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import { implement } from '../../core/node-kinds.ts';
import { powerpointReader } from '../../readers/office/pptx/powerpoint-reader.ts';
import { readsFiles } from './reads-files.ts';

/** PowerPoint: one document per slide. */
export const microsoftPowerpoint = implement(definition, readsFiles(powerpointReader));

import { microsoftPowerpoint as definition } from '../../../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import { implement } from '../../core/node-kinds.ts';
import { powerpointReader } from '../../readers/office/pptx/powerpoint-reader.ts';

/** PowerPoint: one document per slide. */
export const microsoftPowerpoint = implement(definition, powerpointReader);

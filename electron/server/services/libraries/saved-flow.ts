import { readOverrideSwitches } from '../../../../shared/flow/api-config.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { rememberTexts } from '../../common/remember-texts.ts';

/** {@link parseFlowDocument} of a flow as it is saved. */
export const readSavedFlow = rememberTexts(parseFlowDocument);

/** {@link readOverrideSwitches} of a flow as it is saved. */
export const readSavedSwitches = rememberTexts(readOverrideSwitches);

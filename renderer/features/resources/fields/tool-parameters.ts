import { readParameters, type ToolParameter } from '../../../../shared/api/tool-parameters.ts';
import { t } from '../../../../shared/texts/t.ts';

/** The text of these parameters, numbered as Flowise does; "" for none. */
export function writeParameters(parameters: readonly ToolParameter[]): string {
  return parameters.length === 0 ? '' : JSON.stringify(parameters.map((one, index) => ({ ...one, id: index + 1 })));
}

/** What is wrong with the parameters of a tool; undefined when nothing is. */
export function problemOfParameters(text: string): string | undefined {
  const names = readParameters(text)?.map(({ property }) => property.trim());
  if (names === undefined) return t('Must be a JSON list of parameters.');
  if (names.includes('')) return t('Each parameter needs a name.');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : t('Two parameters are called “{name}”.', { name: twice });
}

import { z } from 'zod';
import { parseJson } from './json/parse-json.ts';

/** Folders beside the home folders that are of no person. */
const NO_HOME = /^(?:\.|(?:Shared|Guest|Public|Default|Default User|All Users|defaultuser\d+|WDAGUtilityAccount)$)/i;
/** User ids of people begin here; the ones below are of services. */
const FIRST_PERSON = 1000;
const NOBODY = 65_534;
const NO_SHELL = /(?:^|\/)(?:nologin|false|true|sync|shutdown|halt)$/;

/**
 * The people that can log in to a computer, by account.
 * @param passwd text of /etc/passwd; undefined on systems that keep their accounts elsewhere
 * @param homes names in the folder that holds the home folders: one for each person who has logged in
 */
export function peopleOf(passwd: string | undefined, homes: readonly string[]): readonly string[] {
  if (passwd === undefined) return homes.filter((name) => !NO_HOME.test(name));
  return passwd.split('\n').flatMap((line) => {
    const [name = '', , uid = '', , , , shell = ''] = line.trim().split(':');
    const id = Number(uid);
    const isPerson = uid !== '' && id >= FIRST_PERSON && id !== NOBODY && shell !== '' && !NO_SHELL.test(shell);
    return isPerson ? [name] : [];
  });
}

const SettingsSchema = z.looseObject({
  requireLocalToken: z.boolean().optional(),
  requireApiKey: z.boolean().optional(),
});

/**
 * Whether programs of others get in without anybody having said so: several people, and no setting about it.
 * @param settings text of settings.json; undefined: there is none. One that can't be read stops the server, which says why.
 */
export function isOpenUnasked(settings: string | undefined, people: readonly string[]): boolean {
  const { data } = SettingsSchema.safeParse(settings === undefined ? {} : parseJson(settings));
  return people.length > 1 && data !== undefined && data.requireLocalToken === undefined && data.requireApiKey !== true;
}

/** The text of settings.json with the answer in it. @param settings as in {@link isOpenUnasked} */
export function withAnswer(settings: string | undefined, requireLocalToken: boolean): string {
  const given = settings === undefined ? {} : SettingsSchema.parse(parseJson(settings));
  return `${JSON.stringify({ ...given, requireLocalToken }, undefined, 2)}\n`;
}

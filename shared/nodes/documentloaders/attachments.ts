import { booleanParam } from '../params.ts';

/** For loaders that read mails. */
export const attachmentsParam = booleanParam({
  title: 'Attachments of emails',
  help: 'Each attachment is read as the file that it is, also in mails that are attached themselves. Off: only their names.',
  default: true,
  advanced: true,
});

import { booleanParam } from '../params.ts';

/** For loaders that read mails and PDFs. */
export const attachmentsParam = booleanParam({
  title: 'Attachments',
  help: 'Each attachment of an email or a PDF is read as the file that it is, also in mails that are attached themselves. Off: of mails only their names.',
  default: true,
  advanced: true,
});

import { readFile } from 'node:fs/promises';
import { type Attachment, AttachmentFormSchema } from '../../../shared/api/chat-uploads.ts';
import type { chatUploadOperations } from '../../../shared/operations/chat-upload.ts';
import type { FormFields } from '../plugins/request-bodies.ts';
import { admitPage, admitQuestion } from './admit-question.ts';
import { signalOf } from './caller.ts';
import { objectOfFields } from './form-fields.ts';
import { parseInput } from './parse-input.ts';
import { readAttachments, requireFullUploads } from './read-attachments.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** @throws UserError INVALID_INPUT */
function readBase64(fields: FormFields): boolean {
  return parseInput(AttachmentFormSchema, objectOfFields(fields), 'form').base64 === true;
}

/** `/attachments` and `/get-upload-file`: files that come with questions. */
export const chatUploadRoutes = {
  createAttachments: {
    touches: itsOwner,
    admit(request, context) {
      context.libraries.find(request.params.id);
      if (!request.isApp) admitQuestion(request, context);
      requireFullUploads(request, request.params.id, context);
    },
    async handle(request, context, reply) {
      const { chatUploads } = context;
      const { id, chatId } = request.params;
      const signal = signalOf(request, reply);
      return readAttachments(request, id, context, async ({ files, fields }) => {
        const isBase64 = readBase64(fields);
        const attachments: Attachment[] = [];
        for (const file of files) {
          const content = isBase64 ? await readFile(file.path, 'base64') : await chatUploads.readText(file, signal);
          attachments.push({ name: file.name, mimeType: file.mime, size: file.sizeBytes, content });
        }
        // Not before all of them could be read, and their flow is still there.
        await chatUploads.store({ ownerId: context.libraries.find(id).id, chatId }, files);
        return attachments;
      });
    },
  },
  getUploadFile: {
    touches: { byAddress: ({ query }) => [query.chatflowId] },
    async handle(request, context, reply) {
      const { chatflowId, chatId, fileName } = request.query;
      const { id } = context.libraries.find(chatflowId);
      admitPage(id, request, context);
      const { status, headers, stream } = await context.chatUploads.open({ ownerId: id, chatId }, fileName);
      return reply.code(status).headers(headers).send(stream);
    },
  },
} satisfies RoutesOf<typeof chatUploadOperations>;

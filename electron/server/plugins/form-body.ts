import type { FastifyInstance } from 'fastify';

/** The fields of a form in their order; a name may occur more than once. */
export type FormFields = readonly (readonly [name: string, value: string])[];

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of an `application/x-www-form-urlencoded` body; undefined for another body. */
    formFields: FormFields | undefined;
  }
}

/** Reads urlencoded bodies, with the size limit of JSON. Register it after the JSON bodies. */
export function formBody(app: FastifyInstance): void {
  app.decorateRequest('formFields', undefined);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    request.formFields = [...new URLSearchParams(String(body))];
    done(null, {});
  });
}

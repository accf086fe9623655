import { describe, expect, it } from 'vitest';
import { contentKind } from '../../../../../electron/server/sources/page/content-kind.ts';

const kindOf = (type: string | null, address: string, withData = false) =>
  contentKind(type, new URL(address, 'https://example.org'), withData);

describe('contentKind', () => {
  it.each([
    ['application/pdf', '.pdf'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', '.pptx'],
    ['application/vnd.oasis.opendocument.spreadsheet', '.ods'],
    ['application/vnd.oasis.opendocument.presentation', '.odp'],
    ['application/vnd.ms-outlook', '.msg'],
    ['message/rfc822', '.eml'],
    ['application/x-ipynb+json; charset=utf-8', '.ipynb'],
    ['text/x-tex', '.tex'],
  ])('reads %s among the pages of a site as %s', (type, extension) => {
    expect(kindOf(type, '/a')).toEqual({ kind: 'file', extension });
  });

  it('goes by the name where the server does not know the type', () => {
    expect(kindOf('application/octet-stream', '/talk.odp')).toEqual({ kind: 'file', extension: '.odp' });
    expect(kindOf(null, '/about')).toEqual({ kind: 'html' });
    expect(kindOf('text/plain', '/thesis.tex')).toEqual({ kind: 'file', extension: '.tex' });
  });

  it('takes files for programs only where they are asked for', () => {
    expect(kindOf('text/calendar', '/event.ics')).toBeUndefined();
    expect(kindOf('text/calendar', '/event', true)).toEqual({ kind: 'file', extension: '.ics' });
    expect(kindOf('text/vcard', '/ada', true)).toEqual({ kind: 'file', extension: '.vcf' });
  });

  it.each(['image/png', 'video/mp4', 'application/zip'])('leaves %s out', (type) => {
    expect(kindOf(type, '/a', true)).toBeUndefined();
  });
});

// `npm run samples`: writes the sample documents of a new data folder. The results are committed in samples/.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plotsHeader, plotsRows } from './samples/garden-texts.ts';
import { writeHandbook } from './samples/write-handbook.ts';
import { writeMeeting } from './samples/write-meeting.ts';

const folder = join(import.meta.dirname, '..', 'samples');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'garden-handbook.pdf'), await writeHandbook());
await writeFile(join(folder, 'spring-meeting.docx'), await writeMeeting());
await writeFile(join(folder, 'plots.csv'), `${[plotsHeader, ...plotsRows].map((row) => row.join(',')).join('\n')}\n`);

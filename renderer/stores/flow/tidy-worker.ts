// A layout of 500 nodes takes a second or two: the page goes on meanwhile.
import { tidyPlaces } from '../../editor/tidy-layout.ts';

addEventListener('message', ({ data }: MessageEvent<Parameters<typeof tidyPlaces>>) =>
  postMessage(tidyPlaces(...data)),
);

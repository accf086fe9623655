import { z } from 'zod';

// The page's content security policy forbids code made from text, which zod would otherwise try for speed. Schemas look at this
// as they are made, so it has to be imported before any of them.
z.config({ jitless: true });

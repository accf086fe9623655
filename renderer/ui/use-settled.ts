import { useEffect, useState } from 'react';

/** Time between the last key and the call to the server, in ms. */
const TYPING_MS = 250;

/** A text that is typed, as it is when the typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** How a program ended. */
export interface ProgramEnd {
  /** A signal, an exit code, or why it could not be started. */
  readonly reason: string;
  /** The end of what it wrote to its standard error. */
  readonly lastWords: string;
}

/** A program of the server in a process of its own, however it was started. Messages are what a structured clone can carry. */
export interface Program<Sent = object, Heard = unknown> {
  /** Of its process; undefined until that runs, and for a program that was started for a thread. */
  readonly pid: number | undefined;
  /** Whether it can be sent messages: not when it was let go of, or has ended. */
  readonly isOpen: boolean;
  /** Sends a message; to a program that is not open, in vain. */
  post(message: Sent): void;
  onMessage(listener: (message: Heard) => void): void;
  /** Settles when the program has ended, or could not be started, and what it sent before has been heard. */
  readonly ended: Promise<ProgramEnd>;
  /** Closes the channel; the program then ends by itself. What it still sends is not heard. */
  letGo(): void;
  /** Ends the program at once, whatever it does. */
  kill(): void;
  /** Whether the program keeps the server's process alive, as it does at first. */
  keepAlive(isKept: boolean): void;
}

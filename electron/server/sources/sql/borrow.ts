/** A connection that is held while rows are streamed. */
export interface Borrowed<Client> {
  readonly client: Client;
  /** Call this once. A connection with pending rows can't be reused. */
  release(isUsable: boolean): Promise<void>;
}

/** Takes a connection from a function that lends one while a promise is pending. */
export async function borrow<Client>(
  lend: (use: (client: Client) => Promise<void>) => Promise<void>,
): Promise<Borrowed<Client>> {
  const taken = Promise.withResolvers<Client>();
  const returned = Promise.withResolvers<void>();
  const lending = lend((client) => {
    taken.resolve(client);
    return returned.promise;
  });
  lending.catch(taken.reject);
  const client = await taken.promise;
  return {
    client,
    async release(isUsable) {
      if (isUsable) returned.resolve();
      else returned.reject(new Error('The rows were not read to their end'));
      // The user of the connection has reported its failure already.
      await lending.catch(() => undefined);
    },
  };
}

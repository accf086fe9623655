/** A connection for as long as a stream of rows needs it. */
export interface Borrowed<Client> {
  readonly client: Client;
  /** To be called once. One that still has rows on their way is of no use to others. */
  giveBack(isUsable: boolean): Promise<void>;
}

/** Takes a connection out of a function that lends one while a promise is pending. */
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
    async giveBack(isUsable) {
      if (isUsable) returned.resolve();
      else returned.reject(new Error('The rows were not read to their end'));
      // Whatever went wrong with the connection has been told by the one who used it.
      await lending.catch(() => undefined);
    },
  };
}

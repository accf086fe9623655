import { z } from 'zod';

export const ServerSettingSchema = z
  .object({
    name: z.string().meta({ description: 'As in settings.json.' }),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
    setBy: z.string().nullable().meta({
      description: 'The option, variable of the environment or file that has set it; null: it is the default.',
    }),
  })
  .meta({ id: 'ServerSetting', examples: [{ name: 'port', value: 3000, setBy: '--port' }] });
export type ServerSetting = z.infer<typeof ServerSettingSchema>;

/** The settings that the server runs with. They are read at its start. */
export const ServerSettingsSchema = z
  .object({
    dataDir: z.string(),
    settingsFile: z.string().meta({ description: 'Where settings.json is, or would be.' }),
    settings: z.array(ServerSettingSchema),
    apiKeyCount: z.int(),
    secretKey: z.enum(['file', 'environment', 'keyring']).meta({
      description:
        'Where the key is that credentials are encrypted with; the keyring of the system is open to the desktop app only.',
    }),
    openness: z
      .object({ people: z.int().meta({ description: 'How many can log in to this computer.' }) })
      .nullable()
      .meta({
        description:
          'Set where programs of several people can call the server, and nobody has said that they may (requireLocalToken).',
      }),
  })
  .meta({
    id: 'ServerSettings',
    examples: [
      {
        dataDir: '/home/ada/.local/share/tributary',
        settingsFile: '/home/ada/.local/share/tributary/settings.json',
        settings: [{ name: 'port', value: 3000, setBy: '--port' }],
        apiKeyCount: 1,
        secretKey: 'file',
        openness: null,
      },
    ],
  });
export type ServerSettings = z.infer<typeof ServerSettingsSchema>;

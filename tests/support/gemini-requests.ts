import sharp from 'sharp';
import { z } from 'zod';

/**
 * The fields that the vendor accepts in a request; its server refuses unknown ones: ai.google.dev/api/generate-content;
 * `mediaResolution` from the guide to it, `speechMetadata` from the guide to speech, `store` from the changelog of 2026-10-26.
 */
const partSchema = z.strictObject({
  text: z.string().optional(),
  inlineData: z
    .strictObject({ mimeType: z.enum(['image/jpeg', 'image/png', 'audio/mp3']), data: z.base64() })
    .optional(),
  mediaResolution: z
    .strictObject({
      level: z.enum(['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH']),
    })
    .optional(),
  speechMetadata: z.strictObject({ style: z.string().optional(), speaker: z.string().optional() }).optional(),
});

const contentSchema = z.strictObject({
  parts: z.array(partSchema).min(1),
  role: z.enum(['user', 'model']).optional(),
});

const speechConfigSchema = z.strictObject({
  voiceConfig: z.strictObject({ prebuiltVoiceConfig: z.strictObject({ voiceName: z.string() }) }),
  languageCode: z
    .string()
    .regex(/^[a-z]{2,3}$/u)
    .optional(),
});

export const requestSchema = z.strictObject({
  contents: z.array(contentSchema).min(1),
  systemInstruction: contentSchema.optional(),
  store: z.boolean().optional(),
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().positive().optional(),
    thinkingConfig: z
      .strictObject({ thinkingLevel: z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']) })
      .optional(),
    responseModalities: z.array(z.enum(['TEXT', 'IMAGE', 'AUDIO'])).optional(),
    speechConfig: speechConfigSchema.optional(),
    responseMimeType: z.literal('application/json').optional(),
    responseJsonSchema: z.looseObject({ type: z.literal('object') }).optional(),
    mediaResolution: z
      .enum(['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'])
      .optional(),
    audioTranscriptionConfig: z
      .strictObject({
        languageCodes: z.array(z.string()).optional(),
        wordTimestamp: z.boolean().optional(),
        diarization: z.boolean().optional(),
      })
      .optional(),
  }),
});

export type GeminiModelRequest = z.output<typeof requestSchema>;

/** ai.google.dev/gemini-api/docs/generate-content/speech-generation, "Voice options". */
export const voiceNames: readonly string[] = [
  ...['Zephyr', 'Puck', 'Charon', 'Kore', 'Fenrir', 'Leda', 'Orus', 'Aoede', 'Callirrhoe', 'Autonoe'],
  ...['Enceladus', 'Iapetus', 'Umbriel', 'Algieba', 'Despina', 'Erinome', 'Algenib', 'Rasalgethi'],
  ...['Laomedeia', 'Achernar', 'Alnilam', 'Schedar', 'Gacrux', 'Pulcherrima', 'Achird', 'Zubenelgenubi'],
  ...['Vindemiatrix', 'Sadachbia', 'Sadaltager', 'Sulafat'],
];

const colours: readonly (readonly [name: string, red: number, green: number, blue: number])[] = [
  ['black', 0, 0, 0],
  ['white', 255, 255, 255],
  ['grey', 128, 128, 128],
  ['red', 255, 0, 0],
  ['green', 0, 160, 0],
  ['blue', 0, 0, 255],
  ['yellow', 255, 255, 0],
];

/** Decodes the pictures of a request and names their colours in order. */
export function namePictureColours({ contents }: GeminiModelRequest): Promise<string[]> {
  const pictures = contents.flatMap(({ parts }) => parts.flatMap(({ inlineData }) => inlineData ?? []));
  return Promise.all(
    pictures.map(async ({ data }, at) => {
      const colour = await nameColour(Buffer.from(data, 'base64'));
      return `Picture ${at + 1}: ${colour}.`;
    }),
  );
}

async function nameColour(picture: Buffer): Promise<string> {
  const pixel = await sharp(picture).removeAlpha().resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  const [red = 0, green = 0, blue = 0] = pixel;
  const distance = ([, r, g, b]: (typeof colours)[number]) => Math.hypot(r - red, g - green, b - blue);
  return colours.toSorted((a, b) => distance(a) - distance(b))[0]?.[0] ?? '';
}

import { defineMessages } from './message.ts';

/** Example prompts: what the button says, and what it writes into the field. */
export const promptExampleMessages = defineMessages('promptExamples', {
  product: 'Product video',
  productPrompt:
    'Present the product like a friendly expert. Say what it does and who it helps, in short, confident sentences. End with an invitation to try it.',
  lesson: 'Lesson',
  lessonPrompt:
    'Explain each step for someone who sees it for the first time. Use simple words, and say why each step matters.',
  travel: 'Travel',
  travelPrompt:
    'Show the place like a traveller who loves it: the sights, the light and the mood. Warm and unhurried.',
  description: 'Any video',
  descriptionPrompt:
    'Describe for people who cannot see the video: who and what is in the picture, what moves, and any text. Present tense, plain words, no opinions.',
  film: 'Film',
  filmPrompt:
    'Describe who acts and what they do, where it happens, and the looks that matter to the story. Name people only once the film has named them. Give nothing away early.',
  slides: 'Talk or lesson',
  slidesPrompt:
    'Say what slides, screens and gestures show that nobody says aloud: text, figures, charts, clicks. Leave out what the speaker already explains.',
  children: 'For children',
  childrenPrompt:
    'Describe for children who cannot see the video: short sentences, everyday words, colours, sounds and movements, friendly and lively.',
  social: 'Social clip',
  socialPrompt:
    'Quick and cheerful, for a short clip. Open with a hook, keep to one idea per sentence, and end with a light joke.',
  tale: 'Fairy tale',
  talePrompt:
    'Tell a fairy tale for children: “Once upon a time”, gentle words, a little wonder and a happy end.',
  samplePrompt:
    'Tell a quiet fairy tale about a small boat with a lantern, from dawn until night. Short, calm sentences.',
});

/**
 * Bodies of Azure OpenAI: learn.microsoft.com/azure/foundry/openai/concepts/content-filter-annotations, and refusals in the bug trackers
 * of its clients. Of Azure Speech: …/azure/ai-services/speech-service/rest-text-to-speech.
 */

const safe = { filtered: false, severity: 'safe' };
export const filterResults = [
  {
    prompt_index: 0,
    content_filter_results: {
      hate: safe,
      jailbreak: { filtered: false, detected: false },
      self_harm: safe,
      sexual: safe,
      violence: safe,
    },
  },
];

/** A stream starts with it. */
export const filteredChunk = {
  choices: [],
  created: 0,
  id: '',
  model: '',
  object: '',
  prompt_filter_results: filterResults,
};

export const vendorErrors = {
  noDeployment: {
    error: {
      code: 'DeploymentNotFound',
      message:
        'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
    },
  },
  notFound: { error: { code: '404', message: 'Resource not found' } },
  unauthorized: {
    error: {
      code: '401',
      message:
        'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
    },
  },
  noRole: {
    error: {
      code: 'PermissionDenied',
      message:
        'The principal `00000000-0000-0000-0000-000000000000` lacks the required data action `Microsoft.CognitiveServices/accounts/OpenAI/deployments/chat/completions/action` to perform `POST` operation.',
    },
  },
  contentFilter: {
    error: {
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry. To learn more about our content filtering policies please read our documentation: https://go.microsoft.com/fwlink/?linkid=2198766",
      type: null,
      param: 'prompt',
      code: 'content_filter',
      status: 400,
      innererror: {
        code: 'ResponsibleAIPolicyViolation',
        content_filter_result: { ...filterResults[0]?.content_filter_results, hate: { filtered: true } },
      },
    },
  },
  rateLimit: {
    error: {
      code: '429',
      message:
        'Requests to the ChatCompletions_Create Operation under Azure OpenAI API have exceeded token rate limit of your current pricing tier. Please retry after 27 seconds.',
    },
  },
  server: { error: { code: 'InternalServerError', message: 'Backend returned unexpected response.' } },
} as const;

function voice(shortName: string, displayName: string, gender: string, more: object = {}) {
  const locale = shortName.split('-').slice(0, 2).join('-');
  return {
    Name: `Microsoft Server Speech Text to Speech Voice (${locale}, ${shortName.split('-').at(-1)})`,
    DisplayName: displayName,
    LocalName: displayName,
    ShortName: shortName,
    Gender: gender,
    Locale: locale,
    LocaleName: 'English (United States)',
    SampleRateHertz: '24000',
    VoiceType: 'Neural',
    Status: 'GA',
    WordsPerMinute: '152',
    ...more,
  };
}

export const listedVoices = [
  voice('en-US-JennyNeural', 'Jenny', 'Female', {
    StyleList: [
      'assistant',
      'chat',
      'customerservice',
      'newscast',
      'angry',
      'cheerful',
      'sad',
      'excited',
      'friendly',
      'terrified',
      'shouting',
      'unfriendly',
      'whispering',
      'hopeful',
    ],
    ExtendedPropertyMap: { IsHighQuality48K: 'True' },
  }),
  voice('en-US-JennyMultilingualNeural', 'Jenny Multilingual', 'Female', {
    SecondaryLocaleList: ['de-DE', 'en-AU', 'en-GB', 'fr-FR', 'ja-JP', 'zh-CN'],
    WordsPerMinute: '190',
  }),
  voice('ga-IE-OrlaNeural', 'Orla', 'Female', { LocaleName: 'Irish (Ireland)', WordsPerMinute: '139' }),
  voice('zh-CN-YunxiNeural', 'Yunxi', 'Male', {
    LocalName: '云希',
    LocaleName: 'Chinese (Mandarin, Simplified)',
    StyleList: ['narration-relaxed', 'cheerful', 'serious', 'sad'],
    RolePlayList: ['Narrator', 'YoungAdultMale', 'Boy'],
    WordsPerMinute: '293',
  }),
];

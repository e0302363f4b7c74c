import { defineMessages } from './message.ts';

/** How long something is kept, where it is no plain duration. */
export const privacyPeriods = defineMessages('privacyPeriods', {
  request: 'Until your request ends',
  nextDay: 'Until the end of the next day (UTC)',
  atMost: 'At most {time}',
  keyAndAnswer: 'At most {time}; the answer {answerTime}',
  mails: '{time} after they were sent; {unsentTime} if they cannot be delivered',
  account: 'As long as the account exists',
  premiumMember: 'Until the address is removed from the list, or its confirmed owner deletes the account',
  months: {
    one: 'This month and the month before it, at most as long as the account exists',
    other: 'This month and the {count} months before it, at most as long as the account exists',
  },
  purchase:
    'Until the confirmed owner of the address deletes the account. When the purchase ends, the address is deleted at once; the rest identifies nobody and stays',
  project: 'Until you delete it, then {time} in the trash, at most as long as the account exists',
  projectVersion: '{time}, at most as long as the project exists',
  share: 'Until it expires or you revoke it',
  withProject: 'As long as the project exists',
  token: 'Until you revoke it, at most as long as the account exists',
  session: 'Until you log out, or {time} after your last visit',
  places:
    'A browser for {browserTime} and an address for {addressTime} after your last sign-in there, the last {most} of each; until you set a new password by email',
  link: 'Until it is used, at most {time}',
  samples: 'Until they take more than {size}; the samples not played for the longest time are deleted first',
  server: 'As long as the server runs',
  job: 'Until it is done, at most {time}',
  backups: 'The last {most} copies, made {time} apart',
  log: 'As set up by the operator of this server',
  device: '{time} after your last sign-in',
  versions: 'Until you delete them in “Your narrations” or in your browser',
  narratedVideo:
    'Ten minutes after it was made. If you close the tab before that, until you make the next one, or delete it in your browser',
  browserWork: 'Until you delete it in your browser; the scroll position until you close the tab',
  browser: 'Until you delete it in your browser',
});

/** What is stored and why: of each thing a title and two texts. */
export const privacyFacts = defineMessages('privacyFacts', {
  narrationLog: 'Prompts and scripts',
  narrationLogWhat:
    'Your prompt and the script made from it, with its language and the day. Email addresses and phone numbers in them are redacted. Neither who wrote them nor their order is stored.',
  narrationLogWhy: 'To improve Benshi.',
  dailyUse: 'Daily use',
  dailyUseWhat:
    'How many narrations, recordings and messages were made in a day, stored under hashes of the network address and the email address of the account. The addresses cannot be recovered from the hashes. The counts remain when the account is deleted.',
  dailyUseWhy: 'To apply daily limits, even if an account is deleted and registered again.',
  dailySecret: 'Key of the day',
  dailySecretWhat: 'A random number that these hashes are made with. Without it they cannot be made again.',
  dailySecretWhy: 'To keep hashes from identifying anyone.',
  recentTries: 'Recent attempts',
  recentTriesWhat:
    'How often someone recently tried to sign in, register, get an email or write to us, how much processing their videos took, how many files they had signed, how many voices they added, and that a voice spoke for an account today. Stored under a hash of the network address and the account or its email address, which only this server can make. The counts remain when the account is deleted.',
  recentTriesWhy: 'To stop password guessing, email floods and overload.',
  idempotencyKeys: 'Requests that are done once',
  idempotencyKeysWhat:
    'That a request was made under a key, and whether it was the same request: hashes of both that only this server can make. The answer stays in the memory of the server process.',
  idempotencyKeysWhy: 'To avoid charging twice after a double click or a lost connection.',
  contactMessages: 'Contact messages',
  contactMessagesWhat: 'The name, email address and message sent with the contact form, and when.',
  contactMessagesWhy: 'To keep your message and answer it.',
  feedback: 'Feedback',
  feedbackWhat: 'The rating, the message, when they were sent, and the email address if one was given.',
  feedbackWhy: 'To improve Benshi and to answer.',
  mails: 'Outgoing emails',
  mailsWhat:
    'Emails to you about your account, and emails with messages to the operator of this server. Their content is deleted as soon as they are sent; the recipient and the time are kept for a while.',
  mailsWhy: 'To send them later if a mail server is down.',
  user: 'Your account',
  userWhat: 'Your email address and whether it is confirmed, your name, and when you registered.',
  userWhy: 'To provide your account.',
  users: 'Your profile',
  usersWhat: 'Your name and email address, and how you first signed in.',
  usersWhy: 'To show your name on the dashboard.',
  signIn: 'How you sign in',
  signInWhat:
    'A hash of your password, or the ID that the provider has for you with which you sign in. Its tokens are not stored.',
  signInWhy: 'To let only you sign in.',
  premiumMembers: 'Premium list',
  premiumMembersWhat: 'The email addresses with the premium plan, since when, and how they got it.',
  premiumMembersWhy: 'To activate the plan when you sign in.',
  providerCosts: 'Costs of your narrations',
  providerCostsWhat:
    'How much AI providers analysed, wrote and spoke for you each month, with which models, and what the operator of this server paid. No content.',
  providerCostsWhy: 'To show you and the operator what narrations cost.',
  projects: 'Your projects',
  projectsWhat:
    'If you save projects to your account: the text of your narrations with their times, prompts, settings, glossary, what was seen and said in the video, the name, length and fingerprint of the file, and, unless you switch it off, a picture of at most 20 kB. Also some 20 bytes for each second, which tell how it looks and sounds: no picture can be made of them, but a known film can be recognised. Never the video or its sound.',
  projectsWhy: 'To let you continue your work on other devices.',
  projectVersions: 'Earlier versions of your projects',
  projectVersionsWhat: 'Earlier states of your projects, with the same content.',
  projectVersionsWhy: 'To let you go back to them.',
  shares: 'Review links',
  sharesWhat:
    'For each link that you share for review: the project, its name, when it expires, and a hash of its address.',
  sharesWhy: 'To let others comment without an account.',
  sharePictures: 'Pictures for reviewers',
  sharePicturesWhat: 'A small picture for each line of a shared project, if you choose to show them.',
  sharePicturesWhy: 'To show reviewers which scene a line is about.',
  comments: 'Comments of reviewers',
  commentsWhat:
    'What reviewers wrote about your lines, the name that they gave, their link, and when. Not their address.',
  commentsWhy: 'To show you their comments.',
  pronunciations: 'Your pronunciations',
  pronunciationsWhat: 'Words of your list, and how they are said in which language.',
  pronunciationsWhy: 'To say them that way in all of your projects.',
  apiTokens: 'Your API tokens',
  apiTokensWhat:
    'The name and rights of each token, when it was created and last used, how many calls of AI services were made with it and what they cost, and a hash of it.',
  apiTokensWhy: 'To let your own programs use your account.',
  stripePurchases: 'Purchases of the premium plan',
  stripePurchasesWhat:
    'The email address of a purchase, its ID at Stripe, when it was paid, and whether it is renewed. No payment details.',
  stripePurchasesWhy: 'To give you the plan that you paid for.',
  session: 'Your sessions',
  sessionWhat: 'That you are signed in, and since when. Neither your network address nor your browser.',
  sessionWhy: 'To keep you signed in.',
  knownPlaces: 'Where you signed in',
  knownPlacesWhat:
    'From which browsers and network addresses you recently signed in, and when first, as hashes that only this server can make. The addresses cannot be recovered from them.',
  knownPlacesWhy: 'To let you sign in there while someone else guesses your password.',
  verification: 'Links and sign-ins in progress',
  verificationWhat:
    'Links to set a password or to sign in that were sent to you, invitations, and sign-ins with another provider that have begun, as hashes of their secrets.',
  verificationWhy: 'To make each of them work only once.',
  stripeEvents: 'Messages from Stripe',
  stripeEventsWhat: 'The IDs of messages about purchases that were processed. They identify nobody.',
  stripeEventsWhy: 'To count each message only once.',
  voiceSamples: 'Voice samples',
  voiceSamplesWhat:
    'What each voice sounds like in each language, with sentences of our own. No personal data.',
  voiceSamplesWhy: 'To make each sample only once.',
  jwks: 'Signing keys',
  jwksWhat: 'Pairs of keys with which this server signs what it sends to another server. No personal data.',
  jwksWhy: 'To keep others from posing as this server.',
  jobs: 'Pending work',
  jobsWhat:
    'The email addresses for which a new password was requested or too many wrong ones were entered, the emails to be sent, and the sign-ins to be reported to another server.',
  jobsWhy: 'To finish the work even after a crash.',
  uploads: 'Videos and frames',
  uploadsWhat: 'What you upload, while Benshi analyses it. None of it is stored.',
  uploadsWhy: 'To handle videos that are too large for memory.',
  mailFiles: 'Emails as files',
  mailFilesWhat:
    'This server has no mail server, so all emails are written to a folder for its operator. They stay there when an account is deleted.',
  mailFilesWhy: 'To keep emails from being lost.',
  backups: 'Backups of the database',
  backupsWhat: 'Copies of the whole database. They contain deleted data for some hours.',
  backupsWhy: 'To restore the data if a disk fails.',
  log: 'Server log',
  logWhat:
    'For each request its time, its type, how long it took and its result. Neither network addresses nor anything you wrote.',
  logWhy: 'To show the operator of this server what goes wrong.',
  sessionCookie: 'Session cookie',
  sessionCookieWhat:
    'An ID of your session. No other website and no script can read it. Signing in with another provider needs a second cookie for ten minutes.',
  sessionCookieWhy: 'To keep you signed in.',
  deviceCookie: 'Browser cookie',
  deviceCookieWhat:
    'A random number that identifies a browser in which you signed in before. It stays after you log out. No other website and no script can read it, and it does not sign you in.',
  deviceCookieWhy: 'To let you sign in here while someone else guesses your password.',
  versions: 'Your narrations',
  versionsWhat:
    'Your prompts, your settings, the names of videos in the queue, transcripts, every script and recording that was made, lines that you recorded yourself, your music, a small picture of each video, and copies of your last videos if there is space. They are only in this browser. If you have an account and choose to, it gets texts, times, transcripts, settings and small pictures of your projects, too, but never a recording or a video.',
  versionsWhy:
    'To keep your work when you reload, log out or the browser crashes. Other people who use this browser can see what you made with your account only if they sign in to it.',
  narratedVideo: 'Narrated videos',
  narratedVideoWhat:
    'The video that you download, if your browser cannot write it directly to the place you choose. It is only in this browser; this server never gets it.',
  narratedVideoWhy: 'To make videos that are too large for memory.',
  browserWork: 'How you work',
  browserWorkWhat:
    'How loud you set the original sound, whether the timeline is shown, your scroll position, your favourite and recently used voices, to which provider the sound of your videos may go, and whether your projects and their pictures go to your account. Only in this browser.',
  browserWorkWhy: 'To show the page the way you left it.',
  colours: 'Light or dark',
  coloursWhat: 'The colours that you chose, if any.',
  coloursWhy: 'To remember your choice.',
  embeddedDatabase: 'In a database on the disk of this server.',
  postgres: 'In a Postgres database of the operator of this server.',
});

/** Who else gets something, and why. */
export const privacyRecipients = defineMessages('privacyRecipients', {
  visionGets:
    'The frames of the video, your prompt, the video’s title (the name and tags of the file, if they are words), the names you confirmed and, if you use the dialogue, what is said near the frames.',
  scriptGets:
    'The description of the frames, your prompt and the language; the names you confirmed and, if you use the dialogue, what is said; and a script that you shorten or expand.',
  speechGets: 'The script that is spoken.',
  premiumSpeechGets: 'The script that a premium voice speaks.',
  otherSpeechGets: 'The script that it speaks in place of another provider.',
  transcriptionGets: 'The sound of the video, if you choose to have its speech transcribed.',
  noIdentity: 'Neither your network address nor your account.',
  vision: 'It analyses frames.',
  visionBy: 'It analyses frames ({model}).',
  script: 'It writes scripts.',
  scriptBy: 'It writes scripts ({model}).',
  speech: 'It speaks.',
  speechBy: 'It speaks ({model}).',
  premiumSpeech: 'It speaks the premium voices.',
  premiumSpeechBy: 'It speaks the premium voices ({model}).',
  otherSpeech: 'It speaks in place of another provider.',
  otherSpeechBy: 'It speaks in place of another provider ({model}).',
  transcription: 'It transcribes speech.',
  transcriptionBy: 'It transcribes speech ({model}).',
  mailServer: 'Mail server {host}',
  mailServerGets:
    'The emails that we send: to you about your account, and your messages to the operator of this server.',
  mailServerWhy: 'It delivers them.',
  contactFormGets:
    'What you enter in the contact form: your name, your email address and your message. Your browser sends it there directly, not to this server.',
  contactFormWhy: 'It delivers the messages of the contact form.',
  google: 'Google',
  otherSignIn: 'Sign-in at {host}',
  signInGets:
    'That you sign in here, if you choose to sign in with {provider}. We get your name, your email address and the ID that it has for you.',
  signInWhy: 'To let you sign in without a password here.',
  tokenSyncGets: 'The IDs of your account and your session when you sign in, sign out or delete the account.',
  tokenSyncWhy: 'To tell it when you are signed in.',
  stripe: 'Stripe',
  stripeGets:
    'What you enter on its page when you buy the premium plan. It sends us your email address and whether the plan is paid; we never see payment details.',
  stripeWhy: 'To let you buy the plan.',
  timeStampsGets:
    'A hash for each file that you export and this server signs. It reveals nothing about the file or you.',
  timeStampsWhy: 'To prove when a file was signed.',
  errorRecorderGets:
    'When an error occurs in the page: the error, your type of browser, what happened on the page from one minute before, with all texts and pictures masked, and the requests of a narration with your prompt, the analysis and the script. Never passwords, accounts, messages to us, pictures or sound.',
  errorRecorderWhy: 'To find and fix errors.',
});

export const usage = `Fetches the AI models that run on this machine, and says which there are.

  npm run models                            lists the models: size, memory, languages, licence, and whether they are here
  npm run models -- get standard            fetches those that are recommended for this machine
  npm run models -- get NAME [NAME ...]     fetches these
  npm run models -- remove NAME [NAME ...]  deletes these
  npm run models -- check                   compares the installed files with their published SHA-256

  --accept-licence   with get: accepts the licences that ask for consent, without a question

Interrupted downloads go on where they ended. Models lie in MODELS_DIR (default: models in DATA_DIR), which may also be
filled by hand, with a folder for each model. HTTPS_PROXY is followed; MODELS_BASE_URL names a mirror.
`;

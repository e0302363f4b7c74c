export const usage = `Downloads AI models that run on this machine.

  npm run models                            lists them: size, memory, languages, licence, and whether they are installed
  npm run models -- get standard            downloads those that are recommended for this machine
  npm run models -- get NAME [NAME ...]     downloads these
  npm run models -- remove NAME [NAME ...]  deletes these
  npm run models -- check                   compares the installed files with their SHA-256

  --accept-licence   with get: accepts licences that need consent without asking

An interrupted download continues where it ended. Models are stored in MODELS_DIR (default: models in DATA_DIR), in a
folder each, which may also be filled by hand. HTTPS_PROXY is followed; MODELS_BASE_URL names a mirror.
`;

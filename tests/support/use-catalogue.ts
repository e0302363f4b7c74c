// Imported before a server starts (`NODE_OPTIONS=--import=…`): its free models are those of the file MADE_CATALOGUE.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === './catalogue.json' ? pathToFileURL(process.env.MADE_CATALOGUE ?? '').href : specifier,
      context,
    ),
});

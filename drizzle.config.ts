import { defineConfig } from 'drizzle-kit';

// `drizzle-kit generate --name what-changed` writes the next migration; the server applies it at its start.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/database/schema.ts',
  out: './src/server/database/migrations',
});

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';

/** A process that writes what comes over one connection to the file that is named, and closes it when it has it all: the least that receiving can be. */
const path = process.argv[2] as string;
const server = createServer({ allowHalfOpen: true }, async socket => {
  server.close();
  await once(socket.pipe(createWriteStream(path)), 'close');
  socket.end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : '');
});

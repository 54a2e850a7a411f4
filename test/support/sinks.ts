import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Test } from 'tap';

/** What arrived at a receiver of webhooks. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: any; // oxlint-disable-line no-explicit-any -- tests reach into bodies of every shape
  readonly at: number;
}

export interface HttpSink {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** What it answers to a path; 200 when left out. */
  answer: (arrival: Arrival) => { status: number; headers?: Record<string, string>; body?: string } | 'hang';
}

export async function httpSink(t: Test): Promise<HttpSink> {
  const arrivals: Arrival[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const { url: path = '', headers } = request;
      const arrival = { path, headers, text, body: JSON.parse(text) as unknown, at: performance.now() };
      arrivals.push(arrival);
      const answer = sink.answer(arrival);
      if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body ?? 'as told');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const sink: HttpSink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    answer: () => ({ status: 200 }),
  };
  return sink;
}

export interface MailSink {
  readonly url: string;
  readonly mails: { readonly to: readonly string[]; readonly raw: string }[];
  /** An SMTP status to refuse recipients with; 0 takes them. */
  refuse: number;
  /** Whom it lets in, of those who log in. */
  password: string;
  /** How long it takes for each of the four steps of a mail. */
  stepMs: number;
  /** How much longer for the last of them: mails are looked through before they are taken. */
  takingMs: number;
}

export async function mailSink(t: Test): Promise<MailSink> {
  const mails: MailSink['mails'] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ password }, _session, done) {
      if (password === sink.password) done(null, { user: 'known' });
      else done(Object.assign(new Error('bad credentials'), { responseCode: 535 }));
    },
    onConnect: (_session, done) => void setTimeout(done, sink.stepMs),
    onMailFrom: (_address, _session, done) => void setTimeout(done, sink.stepMs),
    onRcptTo(_address, _session, done) {
      if (sink.refuse === 0) return void setTimeout(done, sink.stepMs);
      done(Object.assign(new Error('no such mailbox'), { responseCode: sink.refuse }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
        });
        setTimeout(done, sink.stepMs + sink.takingMs);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    refuse: 0,
    password: '',
    stepMs: 0,
    takingMs: 0,
  };
  return sink;
}

import type { Message } from 'vscode-languageserver/node';
import { AbstractMessageWriter } from './lsp.js';

/** Writes the header and the content in one call, because two writes would wake the editor twice per message. */
export class MessageWriter extends AbstractMessageWriter {
  constructor(private readonly stream: NodeJS.WritableStream) {
    super();
    stream.on('error', (error) => {
      this.fireError(error);
    });
    stream.on('close', () => {
      this.fireClose();
    });
  }

  write(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      const content = JSON.stringify(message);
      this.stream.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`, (error) => {
        if (!error) return resolve();
        this.fireError(error, message);
        reject(error);
      });
    });
  }

  end(): void {
    this.stream.end();
  }
}

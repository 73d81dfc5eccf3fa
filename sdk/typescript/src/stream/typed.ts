/** The stream with the types of its channels. */
import type { Channels } from "../generated/streams.js";
import type { StreamClient } from "./stream-client.js";

/** `markets`, `trades`, `` `market:${id}` ``, `` `orderBook:${id}` ``, `` `user:${address}` ``, … */
export type ChannelName = keyof Channels & string;

/** What is called with the messages of a channel; times are engine time. */
export interface Listener<Name extends ChannelName> {
  snapshot(data: Channels[Name]["snapshot"], timestamp: number): void;
  delta(data: Channels[Name]["delta"], timestamp: number): void;
  error?(code: string, message: string): void;
  /** Messages may be missing from here on, until the next snapshot. */
  lost?(): void;
}

/** A stream client whose messages have types: the server's tests hold them to its table. */
export interface Stream extends Omit<StreamClient, "subscribe"> {
  /** Listens to a channel; the result ends it. */
  subscribe<Name extends ChannelName>(name: Name, listener: Listener<Name>): () => void;
}

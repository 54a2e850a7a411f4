import { Block } from './block.ts';

const time = "DateTime64(3, 'UTC')";

/** One accepted post of a recorder; see clickhouse/0005_replays.sql. */
export class ReplayRows extends Block {
  readonly projectId = this.word('project_id');
  readonly sessionId = this.text('session_id');
  readonly ts = this.u64('ts', time);
  readonly chunkId = this.u64('chunk_id');
  readonly retention = this.u16('retention_days');
  readonly receipt = this.u64('receipt');
  readonly startTs = this.u64('start_ts', time);
  readonly endTs = this.u64('end_ts', time);
  readonly eventCount = this.u32('event_count');
  readonly postBytes = this.u32('bytes');
  readonly fullSnapshot = this.u8('full_snapshot', 'Bool');
  readonly userId = this.text('user_id');
  readonly userEmail = this.text('user_email');
  readonly userName = this.text('user_name');
  readonly entryUrl = this.text('entry_url');
  readonly payload = this.text('payload');

  constructor(day: number, retentionDays: number) {
    super('replay_chunks', day, retentionDays);
  }
}

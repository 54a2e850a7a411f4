import t from 'tap';
import { endpointHash, endpointOf, normalisePath } from '../../src/domains/endpoints/normalise.ts';
import type { HttpRequest } from '../../src/domains/endpoints/normalise.ts';

const paths: readonly (readonly [path: string, expected: string])[] = [
  ['/', '/'],
  ['', '/'],
  ['/users', '/users'],
  ['/users/', '/users'],
  ['//users///7', '/users/{param}'],
  ['/users/1042', '/users/{param}'],
  ['/users/-1', '/users/{param}'],
  ['/geo/51.5,-0.12', '/geo/{param}'],
  ['/users/1042/orders/77?limit=5#top', '/users/{param}/orders/{param}'],
  ['/u/3f1c9c1e-8b1e-4f2c-9a50-1f6e0a9f8d11', '/u/{uuid}'],
  ['/u/3F1C9C1E-8B1E-4F2C-9A50-1F6E0A9F8D11/edit', '/u/{uuid}/edit'],
  ['/u/3f1c9c1e8b1e4f2c9a501f6e0a9f8d11', '/u/{param}'],
  ['/commits/9fceb02', '/commits/{param}'],
  ['/commits/da39a3ee5e6b4b0d3255bfef95601890afd80709', '/commits/{param}'],
  ['/reports/2024-02-29', '/reports/{param}'],
  ['/reports/2024-02', '/reports/{param}'],
  ['/reports/20240229', '/reports/{param}'],
  ['/reports/2024-02-29T10:11:12Z', '/reports/{param}'],
  ['/items/507f1f77bcf86cd799439011', '/items/{param}'],
  ['/items/01HV3Z6ZK8Q4X9C2T7W5RJ0N1M', '/items/{param}'],
  ['/items/cjld2cjxh0000qzrmn831i7rn', '/items/{param}'],
  ['/items/V1StGXR8_Z5jdHi6B-myT', '/items/{param}'],
  ['/items/usr_2mPq8Xd1', '/items/{param}'],
  ['/orders/ORD-000123', '/orders/{param}'],
  ['/orders/user1042', '/orders/{param}'],
  ['/verify/kJhGfDsAqWeRtYuIoP', '/verify/{param}'],
  ['/mail/ann@example.com', '/mail/{param}'],
  ['/mail/ann%40example.com', '/mail/{param}'],
  ['/hosts/10.0.0.7', '/hosts/{param}'],
  ['/hosts/10.0.0.7:8080/ping', '/hosts/{param}/ping'],
  ['/assets/main.3f2a91bc.js', '/assets/{param}'],
  ['/avatars/1042.png', '/avatars/{param}'],
  [`/t/${'long-title-'.repeat(10)}`, '/t/{param}'],
  ['/app;jsessionid=8F3A91/cart', '/app/cart'],
  ['https://ann:pw@api.example.com:8443/users/7?x=1', '/users/{param}'],
  ['https://api.example.com', '/'],
  // Names that hold digits and are names all the same.
  ['/api/v1/users', '/api/v1/users'],
  ['/apis/v1beta1/pods', '/apis/v1beta1/pods'],
  ['/api/v2.1/x', '/api/v2.1/x'],
  ['/oauth2/token', '/oauth2/token'],
  ['/s3/k8s/ipv4/top10/p95', '/s3/k8s/ipv4/top10/p95'],
  ['/hash/sha256/base64', '/hash/sha256/base64'],
  ['/getUserProfileSettingsForAccount', '/getUserProfileSettingsForAccount'],
  ['/WEB-INF/health_check', '/WEB-INF/health_check'],
  ['/favicon.ico', '/favicon.ico'],
  ['/facade/decade/deadbeef', '/facade/decade/deadbeef'],
  ['/users/:id/{name}', '/users/:id/{name}'],
  ['/a%2Fb/%zz', '/a%2Fb/%zz'],
];

t.test('paths lose what varies, segment by segment, and nothing else', async (t) => {
  for (const [path, expected] of paths) t.equal(normalisePath(path), expected, path);
});

t.test('a normalised path stays as it is', async (t) => {
  for (const [, expected] of paths) t.equal(normalisePath(expected), expected, expected);
});

t.test('hostile paths stay small', async (t) => {
  t.ok(normalisePath('/a'.repeat(100_000)).split('/').length <= 33);
  t.ok(normalisePath(`/${'é%'.repeat(50_000)}`).length <= 2048);
});

const get: HttpRequest = { method: 'get', path: '/users/7', service: 'shop', outgoing: false };

t.test('an endpoint is named by its route, else by its path, and not by a stray 404', async (t) => {
  t.strictSame(endpointOf(get), { method: 'GET', path: '/users/{param}', host: '', service: 'shop', outgoing: false });
  t.equal(endpointOf({ ...get, route: '/users/:id' })?.path, '/users/:id');
  t.equal(endpointOf({ ...get, route: 'users/:id/', status: 404 })?.path, '/users/:id');
  t.equal(endpointOf({ ...get, status: 404 }), undefined);
  t.equal(endpointOf({ ...get, path: undefined }), undefined);
  t.equal(endpointOf({ ...get, method: 'GET /x' }), undefined);
  t.equal(endpointOf({ ...get, path: 'https://u:p@API.example.com/x' })?.host, 'api.example.com');
});

t.test('identity: hosts count for outgoing calls only', async (t) => {
  const hash = (change: Partial<HttpRequest>): string => {
    const endpoint = endpointOf({ ...get, ...change });
    return endpoint === undefined ? 'none' : JSON.stringify(endpointHash(endpoint));
  };
  t.equal(hash({ path: '/users/8' }), hash({}));
  t.equal(hash({ host: 'a' }), hash({ host: 'b' }));
  t.not(hash({ host: 'a', outgoing: true }), hash({ host: 'b', outgoing: true }));
  t.not(hash({ outgoing: true }), hash({}));
  t.not(hash({ method: 'POST' }), hash({}));
  t.not(hash({ service: 'other' }), hash({}));
});

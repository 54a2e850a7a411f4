/** One error as stacks of several builds, and others that only look like it. */
export interface Language {
  type: string;
  stack: string;
  /** Innermost frames of the application, as they count. */
  frames: string[];
  /** The same error out of other builds, as [what moved, stack]. */
  same: [what: string, stack: string][];
  /** Other errors of the same type and message. */
  other: [what: string, stack: string][];
}

export const exceptionStacks: Readonly<Record<string, Language>> = {
  'Node.js': {
    type: 'TypeError',
    stack: `TypeError: Cannot read properties of undefined (reading 'total')
    at Cart.total (/srv/releases/20240229101112/dist/cart/cart.js:41:18)
    at async checkout (/srv/releases/20240229101112/dist/routes/checkout.js:12:5)
    at Layer.handle [as handle_request] (/srv/releases/20240229101112/node_modules/express/lib/router/layer.js:95:5)
    at /srv/releases/20240229101112/dist/app.js:7:3
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    frames: ['Cart.total (cart/cart.js)', 'checkout (routes/checkout.js)', 'dist/app.js'],
    same: [
      [
        'lines, columns, release folder, library frames, runtime',
        `TypeError: Cannot read properties of undefined (reading 'total')
    at Cart.total (/srv/releases/20240315080000/dist/cart/cart.js:58:22)
    at async checkout (/srv/releases/20240315080000/dist/routes/checkout.js:19:9)
    at Layer.handleRequest (/srv/releases/20240315080000/node_modules/router/lib/layer.js:152:17)
    at /srv/releases/20240315080000/dist/app.js:9:3`,
      ],
      [
        'container path, module URLs',
        `TypeError: Cannot read properties of undefined (reading 'total')
    at Cart.total (file:///app/dist/cart/cart.js:1:18)
    at async checkout (file:///app/dist/routes/checkout.js:1:5)
    at file:///app/dist/app.js:7:3`,
      ],
    ],
    other: [
      [
        'another function',
        `TypeError: Cannot read properties of undefined (reading 'total')
    at Invoice.total (/srv/app/dist/billing/invoice.js:41:18)
    at async checkout (/srv/app/dist/routes/checkout.js:12:5)
    at /srv/app/dist/app.js:7:3`,
      ],
    ],
  },
  'bundled JavaScript': {
    type: 'TypeError',
    stack: `TypeError: x is not a function
    at handleSubmit (https://shop.example.com/assets/checkout-BxY12a3f.js:1:48211)
    at t.onClick (https://shop.example.com/assets/vendor.3f2a91bc.chunk.js:2:991)`,
    frames: ['handleSubmit (assets/checkout.js)', 'onClick (assets/vendor.chunk.js)'],
    same: [
      [
        'build hashes, columns, minified receiver',
        `TypeError: x is not a function
    at handleSubmit (https://shop.example.com/assets/checkout-Q_-9zKda.js:1:50002)
    at e.onClick (https://shop.example.com/assets/vendor.0011aaff.chunk.js:2:1007)`,
      ],
      [
        'another browser',
        `handleSubmit@https://shop.example.com/assets/checkout-BxY12a3f.js:1:48211
onClick@https://shop.example.com/assets/vendor.3f2a91bc.chunk.js:2:991`,
      ],
    ],
    other: [
      [
        'another handler',
        `TypeError: x is not a function
    at handleCancel (https://shop.example.com/assets/checkout-BxY12a3f.js:1:48211)
    at t.onClick (https://shop.example.com/assets/vendor.3f2a91bc.chunk.js:2:991)`,
      ],
    ],
  },
  Python: {
    type: 'ValueError',
    stack: `Traceback (most recent call last):
  File "/usr/local/lib/python3.11/site-packages/flask/app.py", line 1484, in full_dispatch_request
    rv = self.dispatch_request()
  File "/srv/shop-1.4.2/shop/views/cart.py", line 33, in show
    return render(total(cart))
  File "/srv/shop-1.4.2/shop/models/cart.py", line 12, in total
    raise ValueError("empty")
ValueError: empty`,
    frames: ['total (models/cart.py)', 'show (views/cart.py)'],
    same: [
      [
        'lines, versions, framework, interpreter',
        `Traceback (most recent call last):
  File "/opt/venv/lib/python3.12/site-packages/flask/app.py", line 1511, in wsgi_app
    response = self.full_dispatch_request()
  File "/srv/shop-1.5.0/shop/views/cart.py", line 41, in show
    return render(total(cart), extra)
               ~~~~~^^^^^^
  File "/srv/shop-1.5.0/shop/models/cart.py", line 15, in total
    raise ValueError("empty")
ValueError: empty`,
      ],
      [
        'a comprehension that newer versions do not show',
        `Traceback (most recent call last):
  File "/app/shop/views/cart.py", line 41, in show
    x
  File "/app/shop/models/cart.py", line 15, in total
    [f(x) for x in y]
  File "/app/shop/models/cart.py", line 15, in <listcomp>
    raise ValueError("empty")
ValueError: empty`,
      ],
    ],
    other: [
      [
        'another caller of another function',
        `Traceback (most recent call last):
  File "/srv/shop/shop/views/cart.py", line 33, in show
    return render(discount(cart))
  File "/srv/shop/shop/models/cart.py", line 20, in discount
    raise ValueError("empty")
ValueError: empty`,
      ],
      [
        'the same frames, but another cause',
        `Traceback (most recent call last):
  File "/srv/shop/shop/models/db.py", line 5, in load
    raise KeyError(1)
KeyError: 1

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/shop/shop/views/cart.py", line 33, in show
    return render(total(cart))
  File "/srv/shop/shop/models/cart.py", line 12, in total
    raise ValueError("empty")
ValueError: empty`,
      ],
    ],
  },
  Java: {
    type: 'java.lang.IllegalStateException',
    stack: `java.lang.IllegalStateException: order failed
	at com.acme.shop.OrderService.place(OrderService.java:88)
	at com.acme.shop.OrderService$$SpringCGLIB$$0.place(<generated>)
	at com.acme.shop.OrderController.lambda$create$3(OrderController.java:41)
	at java.base/java.util.Optional.map(Optional.java:260)
	at org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1089)
	... 31 common frames omitted
	Suppressed: java.io.IOException: close
		at com.acme.shop.Pool.close(Pool.java:9)
Caused by: java.sql.SQLException: deadlock
	at org.postgresql.core.v3.QueryExecutorImpl.receive(QueryExecutorImpl.java:2713)
	at com.acme.shop.OrderRepository$2.run(OrderRepository.java:19)
	at com.acme.shop.OrderService.place(OrderService.java:80)
	... 40 more`,
    frames: ['com.acme.shop.OrderRepository$.run', 'com.acme.shop.OrderService.place'],
    same: [
      [
        'lines, lambda and class numbers, proxies, library versions',
        `java.lang.IllegalStateException: order failed
	at com.acme.shop.OrderService.place(OrderService.java:97)
	at com.acme.shop.OrderService$$EnhancerBySpringCGLIB$$7f3a.place(<generated>)
	at com.acme.shop.OrderController.lambda$create$5(OrderController.java:45)
	at org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1100)
Caused by: java.sql.SQLException: deadlock
	at org.postgresql.core.v3.QueryExecutorImpl.receiveResponse(QueryExecutorImpl.java:2800)
	at com.acme.shop.OrderRepository$4.run(OrderRepository.java:23)
	at com.acme.shop.OrderService.place(OrderService.java:91)
	... 40 more`,
      ],
    ],
    other: [
      [
        'another root cause',
        `java.lang.IllegalStateException: order failed
	at com.acme.shop.OrderService.place(OrderService.java:88)
	at com.acme.shop.OrderController.lambda$create$3(OrderController.java:41)
Caused by: java.net.ConnectException: refused
	at java.base/sun.nio.ch.Net.pollConnect(Native Method)
	at com.acme.shop.OrderRepository$2.run(OrderRepository.java:19)
	at com.acme.shop.OrderService.place(OrderService.java:80)`,
      ],
      [
        'another place',
        `java.lang.IllegalStateException: order failed
	at com.acme.shop.OrderService.cancel(OrderService.java:88)`,
      ],
    ],
  },
  Kotlin: {
    type: 'java.lang.IllegalStateException',
    stack: `java.lang.IllegalStateException: no cart
	at app//com.acme.cart.CartKt$total$1.invokeSuspend(Cart.kt:17)
	at kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)
	at com.acme.cart.MainKt.main(Main.kt)`,
    frames: ['com.acme.cart.CartKt$total$.invokeSuspend', 'com.acme.cart.MainKt.main'],
    same: [],
    other: [],
  },
  Go: {
    type: '*errors.errorString',
    stack: `goroutine 42 [running]:
runtime/debug.Stack()
	/usr/local/go/src/runtime/debug/stack.go:24 +0x5e
panic({0x6f1a20?, 0xc0000140f0?})
	/usr/local/go/src/runtime/panic.go:770 +0x132
example.com/shop/v2/cart.(*Cart).Total.func1(0xc00012e000, {0x1, 0x2})
	/home/ci/build-1881/shop/cart/cart.go:57 +0x1d
example.com/shop/v2/cart.(*Cart).Total(...)
	/home/ci/build-1881/shop/cart/cart.go:50
main.handle[...]({0x7f1c, 0xc0000b4000}, 0xc0000c6000)
	/home/ci/build-1881/shop/main.go:31 +0x9b
net/http.HandlerFunc.ServeHTTP(0x0?, {0x7f1c?, 0xc0000b4000?}, 0x0?)
	/usr/local/go/src/net/http/server.go:2166 +0x29
github.com/go-chi/chi/v5.(*Mux).routeHTTP(0xc0000c2000, {0x7f1c, 0xc0})
	/go/pkg/mod/github.com/go-chi/chi/v5@v5.0.12/mux.go:459 +0x15e
created by net/http.(*Server).Serve in goroutine 1
	/usr/local/go/src/net/http/server.go:3285 +0x4b4

goroutine 1 [IO wait]:
main.main()
	/home/ci/build-1881/shop/main.go:12 +0x1d`,
    frames: [
      'example.com/shop/cart.(*Cart).Total.func (cart/cart.go)',
      'example.com/shop/cart.(*Cart).Total (cart/cart.go)',
      'main.handle (shop/main.go)',
    ],
    same: [
      [
        'addresses, lines, closure numbers, toolchain, build folder, library versions',
        `goroutine 7 [running]:
panic({0x7f1a20?, 0xc0000999f0?})
	/opt/go1.23/src/runtime/panic.go:785 +0x111
example.com/shop/v3/cart.(*Cart).Total.func2(0xc000aa, {0x3, 0x4})
	/home/ci/build-1950/shop/cart/cart.go:66 +0x22
example.com/shop/v3/cart.(*Cart).Total(0xc000aa)
	/home/ci/build-1950/shop/cart/cart.go:59 +0x11
main.handle[...]({0x7f1c, 0xc0000b4000}, 0xc0000c6000)
	/home/ci/build-1950/shop/main.go:33 +0x9b
github.com/go-chi/chi/v5.(*Mux).routeHTTP(0xc0000c2000)
	/go/pkg/mod/github.com/go-chi/chi/v5@v5.1.0/mux.go:477 +0x15e`,
      ],
      [
        'an error with a stack rather than a panic',
        `example.com/shop/cart.(*Cart).Total.func1
	/src/shop/cart/cart.go:57
example.com/shop/cart.(*Cart).Total
	/src/shop/cart/cart.go:50
main.handle
	/src/shop/main.go:31
runtime.goexit
	/usr/local/go/src/runtime/asm_amd64.s:1695`,
      ],
    ],
    other: [
      [
        'another method',
        `goroutine 7 [running]:
example.com/shop/cart.(*Cart).Discount(0xc000aa)
	/home/ci/shop/cart/cart.go:66 +0x22
main.handle({0x7f1c, 0xc0000b4000}, 0xc0000c6000)
	/home/ci/shop/main.go:33 +0x9b`,
      ],
    ],
  },
  '.NET': {
    type: 'System.InvalidOperationException',
    stack: `System.InvalidOperationException: order failed
 ---> System.TimeoutException: no answer
   at Acme.Shop.Gateway.<SendAsync>d__12.MoveNext() in /src/Gateway.cs:line 40
   --- End of inner exception stack trace ---
   at Acme.Shop.Orders.<>c__DisplayClass3_0.<Place>b__0(String id, Int32 n) in C:\\build\\Orders.cs:line 77
   at System.Linq.Enumerable.SelectListIterator\`2.MoveNext()
   at Acme.Shop.Orders.Place(List\`1 ids) in C:\\build\\Orders.cs:line 71
--- End of stack trace from previous location ---
   at Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor.Execute(ActionContext c, Object[] a)`,
    frames: ['Acme.Shop.Gateway.SendAsync', 'Acme.Shop.Orders.Place'],
    same: [
      [
        'lines, state machine and closure numbers, no debug symbols',
        `System.InvalidOperationException: order failed
 ---> System.TimeoutException: no answer
   at Acme.Shop.Gateway.<SendAsync>d__15.MoveNext()
   --- End of inner exception stack trace ---
   at Acme.Shop.Orders.<>c__DisplayClass7_0.<Place>b__2(String id, Int32 n)
   at Acme.Shop.Orders.Place(List\`1 ids)
   at Microsoft.AspNetCore.Routing.EndpointMiddleware.Invoke(HttpContext httpContext)`,
      ],
    ],
    other: [
      [
        'another inner exception',
        `System.InvalidOperationException: order failed
 ---> System.Net.Sockets.SocketException: no answer
   at Acme.Shop.Gateway.<SendAsync>d__12.MoveNext() in /src/Gateway.cs:line 40
   at Acme.Shop.Orders.Place(List\`1 ids)`,
      ],
      ['another method', '   at Acme.Shop.Orders.Cancel(List`1 ids) in /src/Orders.cs:line 71'],
    ],
  },
  PHP: {
    type: 'RuntimeException',
    stack: `#0 /var/www/releases/41/src/Cart/Cart.php(52): Acme\\Cart\\Total->sum(Array, 3)
#1 [internal function]: Acme\\Cart\\Cart->Acme\\Cart\\{closure}(Object(Acme\\Item))
#2 /var/www/releases/41/src/Http/CartController.php(20): Acme\\Cart\\Cart->total()
#3 /var/www/releases/41/vendor/symfony/http-kernel/HttpKernel.php(181): Acme\\Http\\CartController->show()
#4 {main}`,
    frames: [
      'Acme\\Cart\\Total->sum (Cart/Cart.php)',
      'Acme\\Cart\\Cart->total (Http/CartController.php)',
      'Acme\\Http\\CartController->show',
    ],
    same: [
      [
        'lines, arguments, releases, library versions',
        `#0 /var/www/releases/57/src/Cart/Cart.php(60): Acme\\Cart\\Total->sum(Array, 7)
#1 /var/www/releases/57/src/Http/CartController.php(25): Acme\\Cart\\Cart->total()
#2 /var/www/releases/57/vendor/symfony/http-kernel/HttpKernel.php(190): Acme\\Http\\CartController->show()
#3 {main}`,
      ],
    ],
    other: [
      [
        'another method',
        `#0 /var/www/src/Cart/Cart.php(52): Acme\\Cart\\Tax->sum(Array, 3)
#1 /var/www/src/Http/CartController.php(20): Acme\\Cart\\Cart->total()
#2 {main}`,
      ],
    ],
  },
  'PHP as OpenTelemetry prints it': {
    type: 'RuntimeException',
    stack: `RuntimeException: empty
	at Acme.Cart.Total.sum(Total.php:52)
	at Symfony.Component.HttpKernel.HttpKernel.handle(HttpKernel.php:181)
	at {main}(index.php:9)
Caused by: LogicException: root
	at Acme.Cart.Item.price(Item.php:7)
	... 3 more`,
    frames: ['Acme.Cart.Item.price (Item.php)'],
    same: [
      [
        'lines',
        `RuntimeException: empty
	at Acme.Cart.Total.sum(Total.php:60)
	at {main}(index.php:9)
Caused by: LogicException: root
	at Acme.Cart.Item.price(Item.php:8)
	... 2 more`,
      ],
    ],
    other: [],
  },
  Ruby: {
    type: 'ArgumentError',
    stack: `/srv/releases/20240229101112/app/models/cart.rb:14:in \`block (2 levels) in total'
/usr/local/bundle/gems/activesupport-7.1.3/lib/active_support/callbacks.rb:121:in \`each'
/srv/releases/20240229101112/app/models/cart.rb:12:in \`total'
/srv/releases/20240229101112/app/controllers/carts_controller.rb:8:in \`show'
/usr/local/lib/ruby/3.2.0/webrick/server.rb:310:in \`block in start_thread'
<internal:kernel>:187:in \`loop'`,
    frames: ['total (models/cart.rb)', 'show (controllers/carts_controller.rb)'],
    same: [
      [
        'lines, blocks, gems, releases',
        `/srv/releases/20240315080000/app/models/cart.rb:19:in \`block in total'
/usr/local/bundle/gems/activesupport-7.2.0/lib/active_support/callbacks.rb:130:in \`each'
/srv/releases/20240315080000/app/models/cart.rb:16:in \`total'
/srv/releases/20240315080000/app/controllers/carts_controller.rb:9:in \`show'`,
      ],
      [
        'the newer way to write frames',
        `/srv/app/models/cart.rb:19:in 'block in Cart#total'
/srv/app/models/cart.rb:16:in 'Cart#total'
/srv/app/controllers/carts_controller.rb:9:in 'CartsController#show'`,
      ],
    ],
    other: [
      [
        'another method',
        `/srv/app/models/cart.rb:14:in \`discount'
/srv/app/controllers/carts_controller.rb:8:in \`show'`,
      ],
    ],
  },
  'Python in a group': {
    type: 'ExceptionGroup',
    stack: `  + Exception Group Traceback (most recent call last):
  |   File "/srv/shop/main.py", line 8, in refresh
  |     async with asyncio.TaskGroup() as group:
  |                ~~~~~~~~~~~~~~~~~^^
  |   File "/usr/local/lib/python3.12/asyncio/taskgroups.py", line 145, in __aexit__
  |     raise me from None
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/shop/models/stock.py", line 5, in load
    |     raise ValueError("bad")
    | ValueError: bad
    +------------------------------------`,
    frames: ['load (models/stock.py)'],
    same: [
      [
        'lines, and how many failed with it',
        `  + Exception Group Traceback (most recent call last):
  |   File "/srv/shop/main.py", line 9, in refresh
  |     async with asyncio.TaskGroup() as group:
  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/shop/models/stock.py", line 6, in load
    |     raise ValueError("bad")
    | ValueError: bad
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "/srv/shop/models/price.py", line 9, in load
    |     raise KeyError(7)
    | KeyError: 7
    +------------------------------------`,
      ],
    ],
    other: [
      [
        'another failed first',
        `  + Exception Group Traceback (most recent call last):
  |   File "/srv/shop/main.py", line 8, in refresh
  |     async with asyncio.TaskGroup() as group:
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/shop/models/price.py", line 9, in load
    |     raise ValueError("bad")
    | ValueError: bad
    +------------------------------------`,
      ],
    ],
  },
  'Python whose message goes on': {
    type: 'pydantic_core._pydantic_core.ValidationError',
    stack: `Traceback (most recent call last):
  File "/srv/shop/api/orders.py", line 10, in create
    Order(**data)
  File "/usr/local/lib/python3.12/site-packages/pydantic/main.py", line 193, in __init__
    self.__pydantic_validator__.validate_python(data, self_instance=self)
pydantic_core._pydantic_core.ValidationError: 1 validation error for Order
customerId
  Field required [type=missing, input_value={}, input_type=dict]
    For further information visit https://errors.pydantic.dev/2.7/v/missing`,
    frames: ['create (api/orders.py)'],
    same: [
      [
        'what it says',
        `Traceback (most recent call last):
  File "/srv/shop/api/orders.py", line 10, in create
    Order(**data)
pydantic_core._pydantic_core.ValidationError: 1 validation error for Order
shippingAddress
  Field required [type=missing, input_value={}, input_type=dict]`,
      ],
    ],
    other: [],
  },
  'Python with a plain cause': {
    type: 'ValueError',
    stack: `Traceback (most recent call last):
  File "/srv/shop/models/db.py", line 5, in load
    raise Exception("gone")
Exception: gone

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/shop/views/cart.py", line 33, in show
    return render(total(cart))
ValueError: empty`,
    frames: ['load (models/db.py)'],
    same: [],
    other: [],
  },
  'Node.js with a cause': {
    type: 'Error',
    stack: `Error: order failed
    at placeOrder (/app/src/orders.js:40:11)
    at async handle (/app/src/routes.js:12:5)
caused by: TypeError: Cannot read properties of undefined (reading 'id')
    at findStock (/app/src/stock.js:7:20)
    at placeOrder (/app/src/orders.js:38:9)`,
    frames: ['findStock (src/stock.js)', 'placeOrder (src/orders.js)'],
    same: [
      [
        'as Node.js prints it itself',
        `Error: order failed
    at placeOrder (/app/src/orders.js:44:11)
    at async handle (/app/src/routes.js:13:5) {
  [cause]: TypeError: Cannot read properties of undefined (reading 'id')
      at findStock (/app/src/stock.js:9:20)
      at placeOrder (/app/src/orders.js:42:9)
}`,
      ],
    ],
    other: [
      [
        'another cause',
        `Error: order failed
    at placeOrder (/app/src/orders.js:40:11)
    at async handle (/app/src/routes.js:12:5)
caused by: RangeError: Invalid array length
    at findStock (/app/src/stock.js:7:20)
    at placeOrder (/app/src/orders.js:38:9)`,
      ],
    ],
  },
  'Next.js in a browser': {
    type: 'TypeError',
    stack: `TypeError: e.total is not a function
    at onSubmit (https://shop.example.com/_next/static/chunks/app/checkout/page-8f3a91bc22dd4455.js:1:2345)
    at aU (https://shop.example.com/_next/static/chunks/fd9d1056-0a1b2c3d4e5f6a7b.js:1:73015)`,
    frames: ['onSubmit (checkout/page.js)', 'chunks/js'],
    same: [
      [
        'build hashes, columns, minified names',
        `TypeError: t.total is not a function
    at onSubmit (https://shop.example.com/_next/static/chunks/app/checkout/page-00112233445566aa.js:1:2399)
    at bV (https://shop.example.com/_next/static/chunks/fd9d1056-ffeeddccbbaa9988.js:1:73990)`,
      ],
    ],
    other: [],
  },
  'Spring Boot': {
    type: 'java.lang.IllegalStateException',
    stack: `java.lang.IllegalStateException: order failed
	at com.acme.shop.OrderController.create(OrderController.java:41)
	at java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)
	at org.springframework.web.method.support.InvocableHandlerMethod.doInvoke(InvocableHandlerMethod.java:255)
	at jakarta.servlet.http.HttpServlet.service(HttpServlet.java:590)
	at org.apache.catalina.core.ApplicationFilterChain.doFilter(ApplicationFilterChain.java:149)`,
    frames: ['com.acme.shop.OrderController.create'],
    same: [
      [
        'how it was asked for',
        `java.lang.IllegalStateException: order failed
	at com.acme.shop.OrderController.create(OrderController.java:41)
	at jakarta.servlet.http.HttpServlet.doHead(HttpServlet.java:266)
	at jakarta.servlet.http.HttpServlet.service(HttpServlet.java:590)`,
      ],
    ],
    other: [],
  },
  'ASP.NET Core': {
    type: 'System.InvalidOperationException',
    stack: `System.InvalidOperationException: order failed
   at Acme.Shop.OrdersController.Create(OrderForm form) in /src/OrdersController.cs:line 40
   at lambda_method74(Closure, Object, Object[])
   at Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor.SyncActionResultExecutor.Execute(ActionContext c, Object[] a)`,
    frames: ['Acme.Shop.OrdersController.Create'],
    same: [
      [
        'the numbers of what is compiled while it runs',
        `System.InvalidOperationException: order failed
   at Acme.Shop.OrdersController.Create(OrderForm form) in /src/OrdersController.cs:line 40
   at lambda_method12(Closure, Object, Object[])`,
      ],
    ],
    other: [],
  },
  'Rails in a view': {
    type: 'ActionView::Template::Error',
    stack: `/srv/app/views/orders/show.html.erb:5:in \`block in _app_views_orders_show_html_erb__1234567890123456789_12340'
/srv/app/views/orders/show.html.erb:3:in \`_app_views_orders_show_html_erb__1234567890123456789_12340'
/usr/local/bundle/gems/actionview-7.1.3/lib/action_view/base.rb:264:in \`public_send'
/srv/app/controllers/orders_controller.rb:8:in \`show'`,
    frames: ['_app_views_orders_show_html_erb (orders/show.html.erb)', 'show (controllers/orders_controller.rb)'],
    same: [
      [
        'the numbers of the process',
        `/srv/app/views/orders/show.html.erb:5:in \`block in _app_views_orders_show_html_erb___987654321987654321_55660'
/srv/app/views/orders/show.html.erb:3:in \`_app_views_orders_show_html_erb___987654321987654321_55660'
/srv/app/controllers/orders_controller.rb:8:in \`show'`,
      ],
    ],
    other: [],
  },
  'Go that ends': {
    type: 'fatal error',
    stack: `fatal error: concurrent map writes

goroutine 34 [running]:
runtime.throw({0x4b1a2f?, 0x0?})
	/usr/local/go/src/runtime/panic.go:1077 +0x5c fp=0xc00005ce98 sp=0xc00005ce68 pc=0x43299c
main.(*Stock).Set(...)
	/src/shop/stock.go:12
main.refresh({0x1, 0x2})
	/src/shop/main.go:31 +0x9b fp=0xc00005cfc8 sp=0xc00005cf08 pc=0x481a1b
runtime.goexit()
	/usr/local/go/src/runtime/asm_amd64.s:1650 +0x1 fp=0xc00005cfd0 sp=0xc00005cfc8 pc=0x45f001
created by main.main in goroutine 1
	/src/shop/main.go:20 +0x2a`,
    frames: ['main.(*Stock).Set (shop/stock.go)', 'main.refresh (shop/main.go)'],
    same: [],
    other: [],
  },
  Laravel: {
    type: 'RuntimeException',
    stack: `#0 /var/www/vendor/laravel/framework/src/Illuminate/Routing/Controller.php(54): App\\Http\\Controllers\\OrderController->update(Object(Illuminate\\Http\\Request), '7')
#1 /var/www/vendor/laravel/framework/src/Illuminate/Routing/ControllerDispatcher.php(43): Illuminate\\Routing\\Controller->callAction('update', Array)
#2 /var/www/app/Http/Middleware/CheckOrder.php(21): Illuminate\\Pipeline\\Pipeline->Illuminate\\Pipeline\\{closure}(Object(Illuminate\\Http\\Request))
#3 /var/www/vendor/laravel/framework/src/Illuminate/Pipeline/Pipeline.php(183): App\\Http\\Middleware\\CheckOrder->handle(Object(Illuminate\\Http\\Request), Object(Closure))
#4 /var/www/public/index.php(51): Illuminate\\Foundation\\Http\\Kernel->handle(Object(Illuminate\\Http\\Request))
#5 {main}`,
    frames: ['App\\Http\\Controllers\\OrderController->update', 'App\\Http\\Middleware\\CheckOrder->handle'],
    same: [],
    other: [
      [
        'another controller',
        `#0 /var/www/vendor/laravel/framework/src/Illuminate/Routing/Controller.php(54): App\\Http\\Controllers\\CartController->update(Object(Illuminate\\Http\\Request), '7')
#1 /var/www/vendor/laravel/framework/src/Illuminate/Routing/ControllerDispatcher.php(43): Illuminate\\Routing\\Controller->callAction('update', Array)
#2 {main}`,
      ],
    ],
  },
};
